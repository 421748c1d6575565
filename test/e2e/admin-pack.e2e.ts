import { expect, type Page, test } from 'playwright/test'
import { createDemoBarcode } from '#server/demo/demo-shelves.ts'
import { placePaidOrder } from '#test/staff-orders.ts'
import { signInStaff } from '#test/staff-pages.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Demo products on neighboring shelves. */
const MASQUE = { id: 1, barcode: createDemoBarcode(0), shelf: 'A1-1' }
const SECOND = { id: 2, barcode: createDemoBarcode(1), shelf: 'A1-2' }

async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test('a phone shows what to pick in large type and touch targets, sounds each scan, and keeps its place', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const tones: number[] = []
    Object.assign(window, { tones })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      tones.push(this.frequency.value)
      return start.apply(this, when)
    }
  })
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [
    { product_id: SECOND.id, quantity: 1 },
    { product_id: MASQUE.id, quantity: 2 },
  ])
  await page.goto(`/admin/pack?orders=${id}&order=${id}`)
  await expect(page.getByText(MASQUE.shelf)).toBeVisible()
  const quantity = page.locator('#content').getByText('2', { exact: true })
  expect(await quantity.evaluate((node) => getComputedStyle(node).fontSize)).toBe('40px')
  const pickedButton = page.getByRole('button', { name: 'Picked' })
  expect((await pickedButton.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  for (const code of [SECOND.barcode, '4006381333931', MASQUE.barcode, 'orl-1010']) await scan(page, code)
  await expect(page.getByText(SECOND.shelf)).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { tones: number[] }).tones)).toEqual([180, 180, 1320, 1320])

  // Simulates a locked phone whose browser reloads the page.
  await page.reload()
  await expect(page.getByText(SECOND.shelf)).toBeVisible()
  await expect(pickedButton).toBeFocused()
})
