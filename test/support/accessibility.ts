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
/** A resized window may need this long for its new layout; only a failing check waits. */
const LAYOUT_TIMEOUT_MS = 2_000

/** Expects no horizontal scrolling. */
export async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  expect(await findOverflow(page)).toEqual([])
}

/** Expects no horizontal scrolling with text of twice the size, on a desktop and on a phone. */
export async function expectNoOverflowWithLargeText(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    expect([page.url(), size.width, await findOverflowWithLargeText(page)]).toEqual([page.url(), size.width, []])
  }
  if (before) await page.setViewportSize(before)
}

/**
 * Faults of the state that the page shows, on a desktop, a phone and the narrowest screen: axe findings, in light and
 * dark; horizontal scrolling, also with text of twice the size; covered controls; tables without a name. Waits for the
 * heading, `waitForRequests`, and until nothing moves. `fixedText` skips the check with large text.
 */
export async function findFaults(
  page: Page,
  { waitForRequests, fixedText }: { waitForRequests: () => Promise<void>; fixedText: boolean },
): Promise<string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  // On a busy machine the network can be idle before the browser has rendered the page.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // Injects axe while waiting for the network.
  await Promise.all([waitForRequests(), page.waitForLoadState(), injectAxe(page)])
  // Changes the scheme once per size because both changes restyle the whole page.
  for (const [size, schemes] of [
    [DESKTOP, ['light', 'dark']],
    [PHONE, ['dark', 'light']],
  ] as const) {
    await page.setViewportSize(size)
    const add = (found: string[], condition = '') =>
      faults.push(...found.map((fault) => `${size.width} px${condition}: ${fault}`))
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await waitForLayout(page)
      add(await findViolations(page, colorScheme === 'light' ? {} : COLOR_RULES), ` ${colorScheme}`)
    }
    add(await findOverflow(page))
    add((await page.evaluate(findCoveredControls)).map((control) => `covered control ${control}`))
    if (!fixedText) add(await findOverflowWithLargeText(page), ' with large text')
  }
  await page.setViewportSize(MIN_VIEWPORT)
  await waitForLayout(page)
  faults.push(...(await findOverflow(page)).map((fault) => `${MIN_VIEWPORT.width} px: ${fault}`))
  faults.push(...(await page.evaluate(findUnnamedTables)).map((table) => `table without a name ${table}`))
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await waitForLayout(page)
  return faults
}

/** Waits until the layout follows the window's size and nothing moves. */
const waitForLayout = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    await nextFrame()
    while (document.getAnimations().some(({ playState }) => playState === 'running')) await nextFrame()
  })

async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async (timeout) => {
    const measure = () => document.documentElement.scrollWidth - window.innerWidth
    const end = performance.now() + timeout
    while (measure() > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
    const overflow = measure()
    if (overflow <= 0) return []
    const rightOf = (element: Element) => element.getBoundingClientRect().right + window.scrollX
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement
      return parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent))
    }
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => rightOf(element) > window.innerWidth + 1 && !isClipped(element),
    )
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    return [`overflows by ${overflow} px: ${innermost.map(({ outerHTML }) => outerHTML.slice(0, 90)).join(' | ')}`]
  }, LAYOUT_TIMEOUT_MS)
}

async function findOverflowWithLargeText(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await waitForLayout(page)
  const scrollers = (await page.evaluate(findUnnamedScrollers)).map((table) => `unnamed scrolling table ${table}`)
  const faults = [...(await findOverflow(page)), ...scrollers]
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return faults
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
const findUnnamedTables = (): string[] =>
  [...document.querySelectorAll('table:not([role="presentation"], [aria-label], [aria-labelledby])')]
    .filter((table) => !table.querySelector('caption'))
    .map((table) => table.outerHTML.slice(0, 160))

async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
}

/**
 * Reports only violations, in a quarter of the time of a full report. An open dialog is checked alone, because the page
 * behind it is a state of its own; of a long list, only the first rows are checked, because the others look the same.
 */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  await injectAxe(page)
  return page.evaluate(async (options) => {
    // A menu or the list of a combobox is outside of the dialog that it belongs to.
    const popup = document.querySelector('[role="menu"], [role="listbox"]')
    const dialogs = 'dialog:modal, [role="dialog"]:not([aria-modal="false"]), [role="alertdialog"]'
    const dialog = popup ? undefined : [...document.querySelectorAll(dialogs)].at(-1)
    const exclude = ['main tbody > tr:nth-child(n + 13)', 'main li:nth-child(n + 13)']
    const region = { enabled: popup === null }
    const { violations } = await window.axe.run(
      dialog ?? { include: [['html']], exclude: exclude.map((rows) => [rows]) },
      {
        rules: { region },
        ...options,
        resultTypes: ['violations'],
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html}`))
  }, options)
}
