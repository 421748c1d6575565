import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { findCoveredControls } from './covered-controls.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
/** The narrowest screen that the shop supports (docs/product §7.2). */
export const MIN_VIEWPORT = { width: 320, height: 640 }
/** The minified build: every page compiles it again, in 0.09 s instead of 0.14 s. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The only rules whose result differs between color schemes. */
const COLOR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Expects no horizontal scrolling. */
export async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {}
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // Polls, because a resized window needs a moment for layout.
  await expect.poll(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
}

/** Expects no horizontal scrolling with text of twice the size, on a desktop and on a phone. */
export async function expectNoOverflowWithLargeText(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoHorizontalOverflow(page)
    expect([page.url(), size.width, await page.evaluate(findUnnamedScrollers)]).toEqual([page.url(), size.width, []])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  if (before) await page.setViewportSize(before)
}

/** Tables that scroll sideways in a box without a name, or in one that no key reaches. */
const findUnnamedScrollers = (): string[] =>
  [...document.querySelectorAll('main table')].flatMap((table) => {
    for (let box = table.parentElement; box; box = box.parentElement) {
      if (box.scrollWidth <= box.clientWidth || getComputedStyle(box).overflowX !== 'auto') continue
      const hasName = box.hasAttribute('aria-label') || box.hasAttribute('aria-labelledby')
      return hasName && box.tabIndex === 0 ? [] : [box.outerHTML.slice(0, 160)]
    }
    return []
  })

/** Tables without an accessible name, which axe does not report. */
const findUnnamedTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table:not([role="presentation"], [aria-label], [aria-labelledby])')]
      .filter((table) => !table.querySelector('caption'))
      .map((table) => table.outerHTML.slice(0, 160)),
  )

/**
 * Expects no axe finding in light and dark mode, a name for every table, no covered control, and no horizontal
 * overflow, on a phone, the narrowest screen and a desktop. Waits for the heading and until nothing moves.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()
  // On a busy machine the network can be idle before the browser has rendered the page.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Injects axe during the half second of waiting for the network.
  await Promise.all([page.waitForLoadState('networkidle'), injectAxe(page)])
  // Changes the scheme once per size because both changes restyle the whole page.
  for (const [colorScheme, sizes] of [
    ['light', [PHONE, DESKTOP]],
    ['dark', [DESKTOP, PHONE]],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const context = `${new URL(page.url()).pathname} ${size.width} px ${colorScheme}`
      const findings = await findViolations(page, colorScheme === 'light' ? {} : COLOR_RULES)
      expect(findings.map((finding) => `${context} ${finding}`)).toEqual([])
      await expectNoHorizontalOverflow(page)
      if (colorScheme === 'light') {
        const covered = await page.evaluate(findCoveredControls)
        expect([context, 'covered controls', covered]).toEqual([context, 'covered controls', []])
      }
    }
  }
  expect([page.url(), 'tables without a name', await findUnnamedTables(page)]).toEqual([
    page.url(),
    'tables without a name',
    [],
  ])
  await page.setViewportSize(MIN_VIEWPORT)
  await expectNoHorizontalOverflow(page)
  if (before) await page.setViewportSize(before)
  // Restores the original layout before the test continues.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
}

/** Injects axe once per page and reports only violations, in a quarter of the time of a full report. */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  await injectAxe(page)
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, options)
}
