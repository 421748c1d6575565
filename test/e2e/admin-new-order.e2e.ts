import { expect, type Page, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

/** Counts key presses except text dictated by the customer; a shortcut counts each of its keys. */
function trackKeys(page: Page) {
  let presses = 0
  return {
    dictate: (text: string) => page.keyboard.type(text, { delay: 5 }),
    async press(...shortcuts: string[]) {
      for (const key of shortcuts) {
        presses += key.split('+').length
        await page.keyboard.press(key)
      }
    },
    pressCount: () => presses,
  }
}
const total = (page: Page) => page.getByRole('status', { name: 'Total' })
const productBox = (page: Page) => page.getByRole('combobox', { name: 'Product' })
const orderLines = (page: Page) => page.getByRole('list', { name: 'Ordered' }).getByRole('listitem')

async function openNewOrder(page: Page): Promise<void> {
  await signInStaff(page, 'clerk', '/admin/orders/new')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
}

test('a phone order of three products for an existing member takes at most eight key presses besides dictated text', async ({
  page,
}) => {
  await openNewOrder(page)
  const keyboard = trackKeys(page)
  await keyboard.dictate('amara brandt')
  // Enter before any result arrives is not lost.
  await keyboard.press('Enter')
  await expect(page.getByText('amara.brandt@salonfront.example')).toBeVisible()
  await expect(productBox(page)).toBeFocused()
  for (const query of ['3 keratin masque', 'cuticle oil x2', 'orl-1010']) {
    await keyboard.dictate(query)
    await keyboard.press('Enter')
    await expect(productBox(page)).toHaveValue('')
  }
  await keyboard.dictate('toner')
  await keyboard.press('Enter')
  // The SKU belongs to the first line.
  await expect(orderLines(page)).toHaveCount(3)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Keratin Repair Masque' })).toHaveValue('4')
  await expect(total(page)).toHaveText(/^\$\d/)
  const priceDetails = page.getByRole('list', { name: 'Price details' })
  await expect(priceDetails).toContainText('Line 3: 1 ×')
  const totalText = await total(page).innerText()
  await expect(priceDetails).toContainText(`Total: ${totalText}.`)

  await keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText(/^Order \d+ is placed/)).toContainText(totalText)
  expect(keyboard.pressCount()).toBeLessThanOrEqual(8)
})
