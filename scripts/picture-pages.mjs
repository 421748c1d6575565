// Takes pictures of every page, at two widths, from a demo shop that always opens at the same time:
//   node scripts/picture-pages.mjs FOLDER [--shop CHECKOUT] [--only NAME]   CHECKOUT: defaults to this one
//   node scripts/picture-pages.mjs --compare BEFORE AFTER                   lists differences; fails if there are any
// CHROMIUM names a browser to use instead of Playwright's.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { comparePictures } from './compare-pictures.mjs'
import { signIn, withDemoShop } from './demo-shop.mjs'
import { visitors } from './pages-to-picture.mjs'
import { root, say } from './prepare.mjs'

const WIDTHS = [390, 1440]
/** Pages and checksums depend on the time, so the clocks of shop and browser are frozen at this instant. */
const OPENED_AT = Date.parse('2026-08-15T15:00:00Z')
/** Constant across checkouts, because pages show links with the port. */
const PORT = '4790'

/** Makes the edges of letters and lines independent of how the page was painted. */
const ALIKE = ['--disable-gpu', '--disable-lcd-text', '--disable-partial-raster', '--disable-skia-runtime-opts']

const STILL =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shop: { type: 'string' }, only: { type: 'string' }, compare: { type: 'boolean' } },
})
const [folder, other] = positionals.map((path) => resolve(path))
if (values.compare && folder && other) await compare(folder, other)
else if (!values.compare && folder) await takePictures(folder, resolve(values.shop ?? root))
else throw new Error('Name the folder for the pictures, or pass --compare and two folders.')

async function compare(before, after) {
  const { count, differences } = await comparePictures(before, after)
  for (const { name, difference } of differences) say(`${name}: ${difference}`)
  say(`${differences.length} of ${count} pictures differ.`)
  if (differences.length > 0) process.exitCode = 1
}

/** Freezes the clock of the process that preloads it, and of its threads; timers keep running. */
function clockAt(instant) {
  const module = `const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...parts) { parts.length === 0 ? super(${instant}) : super(...parts) }
      static now() { return ${instant} }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(module)}`
}

async function takePictures(into, checkout) {
  await mkdir(into, { recursive: true })
  const env = { PORT, RATE_LIMITS: 'off', NODE_OPTIONS: clockAt(OPENED_AT) }
  await withDemoShop(checkout, env, async ({ url: baseURL, leader }) => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', ...ALIKE] })
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
          await walk(page, steps, (name) => join(into, `${visitor}-${name}-${width}.png`))
          await context.close()
        }
      }
    } finally {
      await browser.close()
    }
  })
}

async function walk(page, steps, fileOf) {
  for (const [name, step] of steps) {
    try {
      await page.unrouteAll()
      const shown = await step(page)
      if (shown === false || (values.only && !name.includes(values.only))) continue
      await settle(page)
      await page.screenshot({ path: fileOf(name), fullPage: true, animations: 'disabled', caret: 'hide' })
    } catch (error) {
      // Keeps the other pictures: the comparison lists this one as added or removed.
      say(`${fileOf(name)} could not be taken: ${error.message}`)
      process.exitCode = 1
    }
  }
}

/**
 * Waits until all fonts and images have loaded, those below the fold too, no call is in progress, and nothing has moved
 * for a while.
 */
async function settle(page) {
  // The previous picture may have left the window as tall as its page.
  await page.setViewportSize(page.viewportSize())
  await page.addStyleTag({ content: STILL })
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    for (const picture of document.images) picture.loading = 'eager'
    // Images without a file are shown as broken.
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  await page.waitForFunction(
    () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const shown = `${scrollHeight} ${clientHeight} ${document.body.innerText}`
      const same = shown === window.shownBefore && [...document.images].every(({ complete }) => complete)
      window.shownBefore = shown
      window.timesTheSame = same ? (window.timesTheSame ?? 0) + 1 : 0
      return window.timesTheSame >= 3
    },
    undefined,
    { polling: 100 },
  )
}
