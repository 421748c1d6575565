// Takes the README's screenshots from a separate demo shop and writes them to docs/pictures. CHROMIUM names a browser to
// use instead of Playwright's. The demo data is dated relative to today, so the dates in the pictures are as old as the
// pictures.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { signIn, withDemoShop } from './demo-shop.mjs'
import { root } from './prepare.mjs'

const FOLDER = join(root, 'docs/pictures')
/** Pixels per CSS pixel: enough for a high-density screen at the width of a README. */
const DENSITY = 1.5

await mkdir(FOLDER, { recursive: true })
await withDemoShop(root, {}, async ({ url: baseURL, leader }) => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL, deviceScaleFactor: DENSITY, reducedMotion: 'reduce' })
    // Tall enough for the prices of the first row.
    await takeScreenshot(page, '/packages', 'packages', { width: 1280, height: 888 })
    await signIn(page, leader)
    // Tall enough for the whole chart.
    await takeScreenshot(page, '/account/sales', 'sales', { width: 1280, height: 1264 })
  } finally {
    await browser.close()
  }
})

async function takeScreenshot(page, path, name, size) {
  await page.setViewportSize(size)
  await page.goto(path, { waitUntil: 'networkidle' })
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 84, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  process.stdout.write(`docs/pictures/${name}.webp ${Math.round(bytes / 1000)} kB\n`)
}
