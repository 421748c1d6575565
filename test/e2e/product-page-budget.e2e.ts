import { gzipSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { masque } from '#test/e2e-helpers.ts'
import { recordShifts } from '#test/layout-shifts.ts'

const KILOBYTE = 1000
const SCRIPT_BUDGET = 130 * KILOBYTE
const STYLE_BUDGET = 15 * KILOBYTE

test('a product page loads at most 130 kB of script and 15 kB of style, and nothing in it moves', async ({ page }) => {
  const loaded = { script: 0, stylesheet: 0 }
  page.on('response', async (response) => {
    const type = response.request().resourceType()
    if (type !== 'script' && type !== 'stylesheet') return
    // Awaited before the sum is read: several responses are pending at once.
    const body = await response.body()
    loaded[type] += gzipSync(body).length
  })
  const shifts = await recordShifts(page)
  await page.goto(`/packages/${masque.id}`)
  await page.waitForLoadState('networkidle')
  for (const inline of ['script', 'style'] as const) {
    const texts = await page.locator(`head ${inline}:not([src])`).allTextContents()
    loaded[inline === 'style' ? 'stylesheet' : inline] += gzipSync(texts.join('')).length
  }
  await page.mouse.wheel(0, 2000)
  await page.waitForTimeout(500)

  expect(loaded.script).toBeGreaterThan(0)
  expect(loaded.script).toBeLessThanOrEqual(SCRIPT_BUDGET)
  expect(loaded.stylesheet).toBeGreaterThan(0)
  expect(loaded.stylesheet).toBeLessThanOrEqual(STYLE_BUDGET)
  expect(await shifts()).toBe(0)
})
