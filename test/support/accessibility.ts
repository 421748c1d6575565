import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** The narrowest screen that the shop works on (docs/product §7.2). */
export const NARROWEST = { width: 320, height: 640 }
/** All that differs between the schemes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

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
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      // Legacy only in that it looks into no frames of other origins: there are none, and it takes half the time.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(COLOURS)).analyze()
      const where = `${new URL(page.url()).pathname} ${size.width} px ${colorScheme}`
      expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html}`)).toEqual([])
    }
    await expectNothingAside(page)
  }
  await page.setViewportSize(NARROWEST)
  await expectNothingAside(page)
  if (before) await page.setViewportSize(before)
}
