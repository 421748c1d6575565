// Takes screenshots of every page, at two widths, from a demo shop that always opens at the same time:
//   node scripts/screenshot-pages.mjs FOLDER [--shop CHECKOUT] [--only NAME]   CHECKOUT: defaults to this one
//   node scripts/screenshot-pages.mjs --compare BEFORE AFTER                   lists differences; fails if there are any
// CHROMIUM names a browser to use instead of Playwright's.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { compareScreenshots } from './compare-screenshots.mjs'
import { signIn, withDemoShop } from './demo-shop.mjs'
import { visitors } from './pages-to-screenshot.mjs'
import { log, root } from './prepare.mjs'

const WIDTHS = [390, 1440]
/** Pages and checksums depend on the time, so the clocks of shop and browser are frozen at this instant. */
const OPENED_AT = Date.parse('2026-08-15T15:00:00Z')
/** Constant across checkouts, because pages show links with the port. */
const PORT = '4790'

/** Makes the edges of letters and lines independent of how the page was painted. */
const DETERMINISTIC_FLAGS = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
]

const NO_MOTION_CSS =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shop: { type: 'string' }, only: { type: 'string' }, compare: { type: 'boolean' } },
})
const [firstFolder, secondFolder] = positionals.map((path) => resolve(path))
if (values.compare && firstFolder && secondFolder) await compare(firstFolder, secondFolder)
else if (!values.compare && firstFolder) await takeScreenshots(firstFolder, resolve(values.shop ?? root))
else throw new Error('Pass the folder for the screenshots, or --compare and two folders.')

async function compare(before, after) {
  const { count, differences } = await compareScreenshots(before, after)
  for (const { name, difference } of differences) log(`${name}: ${difference}`)
  log(`${differences.length} of ${count} screenshots differ.`)
  if (differences.length > 0) process.exitCode = 1
}

/** Freezes the clock of the process that preloads it, and of its threads; timers keep running. */
function freezeClock(instant) {
  const module = `const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...parts) { parts.length === 0 ? super(${instant}) : super(...parts) }
      static now() { return ${instant} }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(module)}`
}

async function takeScreenshots(folder, checkout) {
  await mkdir(folder, { recursive: true })
  const env = { PORT, RATE_LIMITS: 'off', NODE_OPTIONS: freezeClock(OPENED_AT) }
  await withDemoShop(checkout, env, async ({ url: baseURL, leader }) => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', ...DETERMINISTIC_FLAGS],
    })
    try {
      for (const width of WIDTHS) {
        for (const [visitor, steps] of Object.entries(visitors)) {
          const context = await browser.newContext({
            baseURL,
            viewport: { width, height: 900 },
            reducedMotion: 'reduce',
            // Allows the style that stops animations.
            bypassCSP: true,
          })
          const page = await context.newPage()
          page.setDefaultTimeout(15_000)
          await page.clock.setFixedTime(OPENED_AT)
          if (visitor === 'leader') await signIn(page, leader)
          await takeSteps(page, steps, (name) => join(folder, `${visitor}-${name}-${width}.png`))
          await context.close()
        }
      }
    } finally {
      await browser.close()
    }
  })
}

async function takeSteps(page, steps, toPath) {
  for (const [name, step] of steps) {
    try {
      await page.unrouteAll()
      const isShown = await step(page)
      if (isShown === false || (values.only && !name.includes(values.only))) continue
      await settle(page)
      await page.screenshot({ path: toPath(name), fullPage: true, animations: 'disabled', caret: 'hide' })
    } catch (error) {
      // Keeps the other screenshots: the comparison lists this one as added or removed.
      log(`${toPath(name)} could not be taken: ${error.message}`)
      process.exitCode = 1
    }
  }
}

/**
 * Waits until all fonts and images have loaded, those below the fold too, no call is in progress, and nothing has moved
 * for a while.
 */
async function settle(page) {
  // The previous screenshot may have left the window as tall as its page.
  await page.setViewportSize(page.viewportSize())
  await page.addStyleTag({ content: NO_MOTION_CSS })
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    for (const image of document.images) image.loading = 'eager'
    // Images without a file are shown as broken.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await page.waitForFunction(
    () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const state = `${scrollHeight} ${clientHeight} ${document.body.innerText}`
      const isUnchanged = state === window.previousState && [...document.images].every(({ complete }) => complete)
      window.previousState = state
      window.unchangedCount = isUnchanged ? (window.unchangedCount ?? 0) + 1 : 0
      return window.unchangedCount >= 3
    },
    undefined,
    { polling: 100 },
  )
}
