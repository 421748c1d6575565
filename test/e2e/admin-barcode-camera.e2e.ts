import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { encode } from 'uqr'
import { demoBarcode } from '#server/demo/demo-shelves.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-journey.ts'
import { placePaidOrder } from '#test/staff-orders.ts'

const WIDTH = 640
const HEIGHT = 480
const DOT = 12

/** A video of one frame that shows the code. */
function filmOf(code: string): string {
  const { data } = encode(code, { border: 4 })
  const gray = Buffer.alloc(WIDTH * HEIGHT, 235)
  const left = Math.trunc((WIDTH - data.length * DOT) / 2)
  const top = Math.trunc((HEIGHT - data.length * DOT) / 2)
  for (let y = 0; y < data.length * DOT; y++) {
    for (let x = 0; x < data.length * DOT; x++) {
      const isDark = data[Math.trunc(y / DOT)]?.[Math.trunc(x / DOT)]
      if (isDark) gray[(top + y) * WIDTH + left + x] = 16
    }
  }
  const path = join(mkdtempSync(join(tmpdir(), 'salonfront-camera-')), 'code.y4m')
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`)
  writeFileSync(path, Buffer.concat([head, gray, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]))
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
      `--use-file-for-fake-video-capture=${filmOf(demoBarcode(0))}`,
    ],
  },
})

test("the phone's camera reads the code, with a library that is loaded on demand", async ({ page }) => {
  const trouble: string[] = []
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [
    { product_id: 1, quantity: 1 },
    { product_id: 2, quantity: 1 },
  ])
  await page.goto(`/admin/pack?orders=${id}&order=${id}`)
  await expect(page.getByText('Line 1 of 2')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await page.evaluate(() => performance.getEntriesByType('resource').length)
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('Line 2 of 2')).toBeVisible()
  const loaded = await page.evaluate(
    (from) =>
      performance
        .getEntriesByType('resource')
        .slice(from)
        .filter(({ name }) => name.endsWith('.js')).length,
    before,
  )
  expect(loaded).toBeGreaterThan(0)
  // The next product is a different one: the same code is wrong now and picks nothing.
  await expect(page.getByRole('alert')).toContainText('already picked')
  await expect(page.getByLabel('What the camera sees')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the camera' }).click()
  await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
  expect(trouble).toEqual([])
})

test('the shop’s own pages may not use the camera', async ({ page }) => {
  const policy = async (path: string) => (await page.request.get(path)).headers()['permissions-policy']
  // The second response comes from the page cache.
  for (const _ of [1, 2]) {
    expect(await policy('/admin/pack')).toContain('camera=(self)')
    for (const path of ['/', '/packages', '/checkout/cart', '/nowhere'])
      expect(await policy(path)).toContain('camera=()')
  }
})
