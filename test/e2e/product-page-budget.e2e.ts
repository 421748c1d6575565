import { gzipSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { masque } from '#test/e2e-helpers.ts'
import { recordShifts } from '#test/layout-shifts.ts'

const KILOBYTE = 1000
const SCRIPT_BUDGET = 130 * KILOBYTE
const STYLE_BUDGET = 15 * KILOBYTE

test('a product page loads at most 130 kB of scripts and 15 kB of styles, without layout shifts', async ({ page }) => {
  const bytes = { script: 0, stylesheet: 0 }
  page.on('response', async (response) => {
    const type = response.request().resourceType()
    if (type !== 'script' && type !== 'stylesheet') return
    // Awaited before the sum is read: several responses are pending at once.
    const body = await response.body()
    bytes[type] += gzipSync(body).length
  })
  const shifts = await recordShifts(page)
  await page.goto(`/packages/${masque.id}`)
  await page.waitForLoadState('networkidle')
  for (const tag of ['script', 'style'] as const) {
    const texts = await page.locator(`head ${tag}:not([src])`).allTextContents()
    bytes[tag === 'style' ? 'stylesheet' : tag] += gzipSync(texts.join('')).length
  }
  await page.mouse.wheel(0, 2000)
  await page.waitForTimeout(500)

  expect(bytes.script).toBeGreaterThan(0)
  expect(bytes.script).toBeLessThanOrEqual(SCRIPT_BUDGET)
  expect(bytes.stylesheet).toBeGreaterThan(0)
  expect(bytes.stylesheet).toBeLessThanOrEqual(STYLE_BUDGET)
  expect(await shifts()).toBe(0)
})
