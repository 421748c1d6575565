import { type Browser, chromium, type Page } from 'playwright'
import { fillContact, masque, nextStep } from '#test/e2e-helpers.ts'
import { evaluateWait } from './support/figures.ts'
import { findBrowser } from './support/find-browser.ts'
import { measureSortTime } from './support/measure-sort-time.ts'
import { median } from './support/median.ts'
import { startShop } from './support/server.ts'

const SLOWDOWN = 4
const ROUNDS = 5
/** 100 ms when the reference sort takes 400 ms on the throttled CPU. */
const MAX_RATIO_TO_SORT = 0.25
/** The granularity of the browser's event timing; shorter events are below every budget. */
const MIN_EVENT_MS = 16
const PHONE = { width: 390, height: 844 }

type Steps = Record<string, (page: Page) => Promise<void>>

/**
 * A visitor's interactions in the order of a purchase; after each, the browser reports how long the page took to
 * respond.
 */
const steps: Steps = {
  async 'a filter of the listing'(page) {
    await page.goto('/packages')
    await waitUntilSettled(page)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1).click()
  },
  async 'add to cart'(page) {
    await page.goto(`/packages/${masque.id}`)
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await page.getByRole('region', { name: 'Added to cart' }).waitFor()
  },
  async 'quantity in the cart'(page) {
    await page.goto('/checkout/cart')
    await waitUntilSettled(page)
    // Releases before 0.2.0 call it More.
    await page
      .getByRole('button', { name: /^(Increase|More):/ })
      .first()
      .click()
  },
  async 'checkout steps'(page) {
    await page.goto('/checkout/shipping')
    await waitUntilSettled(page)
    await fillContact(page, 'quick@example.com')
    await page.getByRole('radio', { name: /^Pickup/ }).check()
    await nextStep(page)
    await page.getByRole('radio', { name: /check/i }).check()
    await nextStep(page)
  },
}

/**
 * The longest time in ms from a click or key press to the next frame, from Chromium's event timing, on a phone four
 * times as slow.
 */
export async function run(): Promise<void> {
  const shop = await startShop({})
  const browser = await openBrowser()
  try {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round++) visits.push(await measureVisit(browser, shop.url))
    for (const name of Object.keys(steps)) {
      const slowestMs = median(visits.map(({ slowest }) => slowest[name] ?? Number.NaN))
      evaluateWait(
        `${name}, slowest response`,
        slowestMs,
        median(visits.map(({ sortMs }) => sortMs)),
        MAX_RATIO_TO_SORT,
      )
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })

export type Visit = { slowest: Record<string, number>; sortMs: number }

export async function measureVisit(browser: Browser, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchEvents, MIN_EVENT_MS)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const slowest: Record<string, number> = {}
    for (const [name, step] of Object.entries(steps)) {
      await step(page)
      await waitUntilSettled(page)
      const { clicks, ms } = await page.evaluate(() => ({
        clicks: performance.eventCounts.get('click') ?? 0,
        ms: (window as unknown as EventWatch).slowestMs,
      }))
      if (clicks === 0) throw new Error(`the browser reported no interaction: ${name}`)
      slowest[name] = ms
    }
    return { slowest, sortMs: await page.evaluate(measureSortTime) }
  } finally {
    await context.close()
  }
}

type EventWatch = { slowestMs: number }

function watchEvents(minDuration: number): void {
  const watch = window as unknown as EventWatch
  watch.slowestMs = 0
  const options = { type: 'event', buffered: true, durationThreshold: minDuration }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) watch.slowestMs = Math.max(watch.slowestMs, entry.duration)
    }
  }).observe(options as PerformanceObserverInit)
}

/** Waits until nothing is in progress and the browser has reported every event. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}
