import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
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
  await expectAccessible(page)

  await keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText(/^Order \d+ is placed/)).toContainText(totalText)
  expect(keyboard.pressCount()).toBeLessThanOrEqual(8)
})

test('Enter pressed between the response and its rendering selects the first result', async ({ page }) => {
  await openNewOrder(page)
  await productBox(page).evaluate((box) => {
    const { json } = Response.prototype
    Response.prototype.json = function (this: Response) {
      const read = json.call(this)
      if (this.url.includes('search')) void read.then(press)
      return read
    }
    /** Presses Enter after the response arrives and before anything renders. */
    async function press() {
      Response.prototype.json = json
      for (let tick = 0; tick < 50; tick++) await undefined
      box.dataset.shown = String(document.querySelector('[role="option"]') !== null)
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
  })
  await productBox(page).fill('cuticle oil')
  await expect(orderLines(page)).toHaveCount(1)
  await expect(orderLines(page)).toContainText('Apricot Cuticle Oil')
  await expect(productBox(page)).toHaveValue('')
  await expect(productBox(page)).toHaveAttribute('data-shown', 'false')
})

test('a walk-in order with pickup, cash and a discount survives a reload and is handed over', async ({ page }) => {
  await openNewOrder(page)
  const keyboard = trackKeys(page)
  await keyboard.dictate('Nora Quist-Halvorsen')
  await expect(page.getByRole('option', { name: /New customer/ })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByLabel('First name').first()).toBeFocused()
  await expect(page.getByLabel('First name').first()).toHaveValue('Nora')
  await keyboard.press('Tab', 'Tab')
  await keyboard.dictate('nora@counter.example')
  await keyboard.press('Tab')
  await keyboard.dictate('2015550177')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('nora@counter.example')
  // A single press does not place an unfinished order.
  await expect(page.getByText('You left this order unfinished.')).toBeVisible()
  const placeButton = page.getByRole('button', { name: 'Place order' })
  await expect(placeButton).toBeDisabled()
  await expect(placeButton).toHaveAccessibleDescription('Choose Continue or Start over first.')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'You left this order unfinished.' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You left this order unfinished.')).toHaveCount(0)
  await expect(placeButton).toBeEnabled()
  await productBox(page).focus()
  await keyboard.dictate('keratin masque')
  await keyboard.press('Enter')
  await expect(orderLines(page)).toHaveCount(1)
  await keyboard.press('Tab')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Pickup' })).toBeChecked()
  await keyboard.press('Tab')
  await keyboard.press('ArrowRight', 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await keyboard.press('Tab', 'Space', 'Tab', 'Space', 'Tab')
  await keyboard.dictate('P')
  await keyboard.press('Tab')
  await keyboard.dictate('10')
  // Without a reason, the order is not placed and the field shows an error.
  await expect(page.getByText('Discount 10%')).toBeVisible()
  await keyboard.press('Control+Enter')
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
  await expectAccessible(page)
  // Input that is submitted right after typing is included.
  await keyboard.dictate('Opening day')
  await keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  const id = /\d+$/.exec(page.url())?.[0] ?? ''
  const placedOrder = await page.evaluate(async (id) => (await fetch(`/admin/orders/${id}.json`)).json(), id)
  expect(placedOrder).toMatchObject({
    order: {
      type: 'P',
      user_email: 'nora@counter.example',
      discount_percent: 10,
      payment: { payment_type: 'cash' },
      payment_state: 'paid',
      fulfillment_state: 'picked_up',
    },
  })
  await page.goto('/admin/orders/new')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('')
  await expect(orderLines(page)).toHaveCount(0)
})

test('a price change is shown without losing input, and a lost response creates no second order', async ({ page }) => {
  await openNewOrder(page)
  const keyboard = trackKeys(page)
  await keyboard.dictate('amara brandt')
  await keyboard.press('Enter')
  await expect(productBox(page)).toBeFocused()
  await keyboard.dictate('2 keratin masque')
  await keyboard.press('Enter')
  await expect(total(page)).toHaveText(/^\$\d/)
  const totalBefore = await total(page).innerText()

  // Simulates an outdated page by sending a total other than the server's.
  const lineCount = await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('admin-new-order') ?? '{}')
    return stored.draft.lines.length
  })
  expect(lineCount).toBe(1)
  await page.route('**/admin/orders/place', (route) => {
    const body = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ ...body, reviewed_total: body.reviewed_total - 1 }) })
  })
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: `The total is now ${totalBefore}` })).toBeVisible()
  await expect(orderLines(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.unroute('**/admin/orders/place')

  // The order is placed, but its response is lost.
  const idempotencyKeys: (string | undefined)[] = []
  let placedId = 0
  await page.route('**/admin/orders/place', async (route) => {
    idempotencyKeys.push(route.request().headers()['idempotency-key'])
    if (idempotencyKeys.length > 1) return route.continue()
    placedId = (await (await route.fetch()).json()).id
    return route.abort('connectionreset')
  })
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'it won’t be placed twice' })).toBeVisible()
  await page.reload()
  await expect(total(page)).toHaveText(totalBefore)
  await page.getByRole('button', { name: 'Continue' }).click()
  await keyboard.press('Control+Enter')
  await expect(page).toHaveURL(`/admin/orders/${placedId}`)
  expect(idempotencyKeys).toHaveLength(2)
  expect(idempotencyKeys[0]).toBe(idempotencyKeys[1])
})

test('a sold-out product is not added, and a scarce one is limited to the remaining stock', async ({ page }) => {
  await openNewOrder(page)
  let remaining = 0
  await page.route('**/admin/products/search.json?*', async (route) => {
    const response = await route.fetch()
    const { products } = await response.json()
    return route.fulfill({
      response,
      json: { products: products.map((product: object) => ({ ...product, remaining })) },
    })
  })
  const addProduct = async (query: string) => {
    await productBox(page).fill(query)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await addProduct('keratin masque')
  await expect(page.getByRole('alert')).toHaveText('Keratin Repair Masque is sold out and wasn’t added.')
  await expect(orderLines(page)).toHaveCount(0)
  await expectAccessible(page)
  remaining = 2
  await addProduct('3 keratin masque')
  await expect(orderLines(page)).toHaveCount(1)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Keratin Repair Masque' })).toHaveValue('2')
  await expect(page.getByRole('alert')).toContainText('Only 2')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
