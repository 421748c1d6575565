import { type Browser, chromium, type Page } from 'playwright'
import { fillContact, masque, nextStep } from '#test/journey.ts'
import { bareWork } from './support/bare-work.ts'
import { judgeWait } from './support/figures.ts'
import { findBrowser } from './support/find-browser.ts'
import { median } from './support/median.ts'
import { startShop } from './support/server.ts'

const SLOWDOWN = 4
const ROUNDS = 5
/** 100 ms when the bare work takes 400 ms on the throttled CPU. */
const MAX_TIMES_BARE = 0.25
/** The granularity of the browser's event timing; shorter events are below every budget. */
const SHORTEST_MS = 16
const PHONE = { width: 390, height: 844 }

type Steps = Record<string, (page: Page) => Promise<void>>

/**
 * A visitor's interactions in the order of a purchase; after each, the browser reports how long the page took to
 * respond.
 */
const steps: Steps = {
  async 'a filter of the listing'(page) {
    await page.goto('/packages')
    await settled(page)
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1).click()
  },
  async 'add to cart'(page) {
    await page.goto(`/packages/${masque.id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await page.getByRole('region', { name: 'Added to cart' }).waitFor()
  },
  async 'quantity in the cart'(page) {
    await page.goto('/checkout/cart')
    await settled(page)
    await page
      .getByRole('button', { name: /^Increase/ })
      .first()
      .click()
  },
  async 'checkout steps'(page) {
    await page.goto('/checkout/shipping')
    await settled(page)
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
    for (let round = 0; round < ROUNDS; round++) visits.push(await oneVisit(browser, shop.url))
    for (const name of Object.keys(steps)) {
      const longest = median(visits.map(({ longest }) => longest[name] ?? Number.NaN))
      judgeWait(`${name}, slowest response`, longest, median(visits.map(({ bareMs }) => bareMs)), MAX_TIMES_BARE)
    }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })

export type Visit = { longest: Record<string, number>; bareMs: number }

export async function oneVisit(browser: Browser, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchEvents, SHORTEST_MS)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const longest: Record<string, number> = {}
    for (const [name, step] of Object.entries(steps)) {
      await step(page)
      await settled(page)
      const { clicks, ms } = await page.evaluate(() => ({
        clicks: performance.eventCounts.get('click') ?? 0,
        ms: (window as unknown as EventWatch).longest,
      }))
      if (clicks === 0) throw new Error(`the browser reported no interaction: ${name}`)
      longest[name] = ms
    }
    return { longest, bareMs: await page.evaluate(bareWork) }
  } finally {
    await context.close()
  }
}

type EventWatch = { longest: number }

function watchEvents(shortest: number): void {
  const watched = window as unknown as EventWatch
  watched.longest = 0
  const options = { type: 'event', buffered: true, durationThreshold: shortest }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) watched.longest = Math.max(watched.longest, entry.duration)
    }
  }).observe(options as PerformanceObserverInit)
}

/** Waits until nothing is in progress and the browser has reported every event. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}
