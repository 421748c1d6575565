import axe, { type RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
/** The narrowest screen that the shop works on (docs/product §7.2). */
export const NARROWEST = { width: 320, height: 640 }
/** All that differs between the schemes. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Expects that nobody has to scroll sideways. */
export async function expectNothingAside(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {}
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // A window that has just become narrow takes a moment to lay the page out anew.
  await expect.poll(overflow, `${new URL(page.url()).pathname} at ${width} px`).toBeLessThanOrEqual(0)
}

/**
 * Expects no axe finding in the light and the dark scheme, and nothing that runs off the side, on a phone, the
 * narrowest screen and a desk. Looks when nothing moves.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.waitForLoadState('networkidle')
  // The scheme changes once: that makes the browser style everything anew.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const where = `${new URL(page.url()).pathname} ${size.width} px ${colorScheme}`
      const findings = await findViolations(page, colorScheme === 'light' ? {} : COLOURS)
      expect(findings.map((finding) => `${where} ${finding}`)).toEqual([])
      await expectNothingAside(page)
    }
  }
  await page.setViewportSize(NARROWEST)
  await expectNothingAside(page)
  if (before) await page.setViewportSize(before)
}

/** Axe enters a page once, and describes only what is wrong: a quarter of the time of describing everything. */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, options)
}
