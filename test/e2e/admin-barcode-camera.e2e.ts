import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { encode } from 'uqr'
import { createDemoBarcode } from '#server/demo/demo-shelves.ts'
import { placePaidOrder } from '#test/staff-orders.ts'
import { signInStaff } from '#test/staff-pages.ts'

const WIDTH = 640
const HEIGHT = 480
/** Pixels per module of the QR code. */
const MODULE_PIXELS = 12

/** Writes a one-frame video that shows the code; returns its path. */
function createVideo(code: string): string {
  const { data } = encode(code, { border: 4 })
  const gray = Buffer.alloc(WIDTH * HEIGHT, 235)
  const left = Math.trunc((WIDTH - data.length * MODULE_PIXELS) / 2)
  const top = Math.trunc((HEIGHT - data.length * MODULE_PIXELS) / 2)
  for (let y = 0; y < data.length * MODULE_PIXELS; y++) {
    for (let x = 0; x < data.length * MODULE_PIXELS; x++) {
      const isDark = data[Math.trunc(y / MODULE_PIXELS)]?.[Math.trunc(x / MODULE_PIXELS)]
      if (isDark) gray[(top + y) * WIDTH + left + x] = 16
    }
  }
  const path = join(mkdtempSync(join(tmpdir(), 'salonfront-camera-')), 'code.y4m')
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`)
  writeFileSync(path, Buffer.concat([header, gray, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]))
  return path
}

test.use({
  viewport: { width: 390, height: 844 },
  permissions: ['camera'],
  launchOptions: {
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${createVideo(createDemoBarcode(0))}`,
    ],
  },
})

test("the phone's camera scans a code with a library loaded on demand", async ({ page }) => {
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [
    { product_id: 1, quantity: 1 },
    { product_id: 2, quantity: 1 },
  ])
  await page.goto(`/admin/pack?orders=${id}&order=${id}`)
  await expect(page.getByText('Line 1 of 2')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const resourceCount = await page.evaluate(() => performance.getEntriesByType('resource').length)
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('Line 2 of 2')).toBeVisible()
  const scriptCount = await page.evaluate(
    (start) =>
      performance
        .getEntriesByType('resource')
        .slice(start)
        .filter(({ name }) => name.endsWith('.js')).length,
    resourceCount,
  )
  expect(scriptCount).toBeGreaterThan(0)
  // The next line is a different product, so the same code picks nothing.
  await expect(page.getByRole('alert')).toContainText('already picked')
  await expect(page.getByLabel('What the camera sees')).toBeVisible()
  await page.getByRole('button', { name: 'Close the camera' }).click()
  await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('only the back office may use the camera', async ({ page }) => {
  const fetchPolicy = async (path: string) => (await page.request.get(path)).headers()['permissions-policy']
  // The second response comes from the page cache.
  for (const _ of [1, 2]) {
    expect(await fetchPolicy('/admin/pack')).toContain('camera=(self)')
    for (const path of ['/', '/packages', '/checkout/cart', '/nowhere'])
      expect(await fetchPolicy(path)).toContain('camera=()')
  }
})
