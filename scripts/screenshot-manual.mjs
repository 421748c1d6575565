// Takes the screenshots of docs/owners-manual.md from a separate demo shop, signed in as its manager. CHROMIUM names a
// browser to use instead of Playwright's.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { withDemoShop } from './demo-shop.mjs'
import { root } from './prepare.mjs'

const FOLDER = join(root, 'docs/pictures')
const SIZE = { width: 1280, height: 760 }

await mkdir(FOLDER, { recursive: true })
await withDemoShop(root, {}, async ({ url: baseURL, manager }) => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL, viewport: SIZE, deviceScaleFactor: 1.5, reducedMotion: 'reduce' })
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(manager.email)
    await page.getByLabel('Password').fill(manager.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'What waits' }).waitFor()
    await takeScreenshot(page, 'admin-today')
    // A partly shipped order: it has a payment, a parcel, and an open task.
    await page.goto('/admin/orders?fulfillment=partly_shipped')
    await page.locator('[data-row-link]').first().click()
    await page.getByRole('heading', { name: 'Money' }).waitFor()
    await takeScreenshot(page, 'admin-order')
  } finally {
    await browser.close()
  }
})

async function takeScreenshot(page, name) {
  await page.waitForLoadState('networkidle')
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 84, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  process.stdout.write(`docs/pictures/${name}.webp ${Math.round(bytes / 1000)} kB\n`)
}
