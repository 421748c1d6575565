import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-pages.ts'

/** Counts key presses besides the words spoken on the phone; a shortcut counts each of its keys. */
function handsOf(page: Page) {
  let keys = 0
  return {
    say: (words: string) => page.keyboard.type(words, { delay: 5 }),
    async press(...pressed: string[]) {
      for (const key of pressed) {
        keys += key.split('+').length
        await page.keyboard.press(key)
      }
    },
    keys: () => keys,
  }
}
const total = (page: Page) => page.getByRole('status', { name: 'Total' })
const productBox = (page: Page) => page.getByRole('combobox', { name: 'Product' })
const lines = (page: Page) => page.getByRole('list', { name: 'Ordered' }).getByRole('listitem')

async function openNewOrder(page: Page): Promise<void> {
  await signInStaff(page, 'clerk', '/admin/orders/new')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
}

test('a phone order of three products for a known member takes few keys beyond the spoken words', async ({ page }) => {
  await openNewOrder(page)
  const hands = handsOf(page)
  await hands.say('amara brandt')
  // Before any result arrives: quick input is not lost.
  await hands.press('Enter')
  await expect(page.getByText('amara.brandt@salonfront.example')).toBeVisible()
  await expect(productBox(page)).toBeFocused()
  for (const words of ['3 keratin masque', 'cuticle oil x2', 'orl-1010']) {
    await hands.say(words)
    await hands.press('Enter')
    await expect(productBox(page)).toHaveValue('')
  }
  await hands.say('toner')
  await hands.press('Enter')
  // The SKU was that of the first line.
  await expect(lines(page)).toHaveCount(3)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Keratin Repair Masque' })).toHaveValue('4')
  await expect(total(page)).toHaveText(/^\$\d/)
  const why = page.getByRole('list', { name: 'Price details' })
  await expect(why).toContainText('Line 3: 1 ×')
  const shown = await total(page).innerText()
  await expect(why).toContainText(`Total: ${shown}.`)
  await expectAccessible(page)

  await hands.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText(/^Order \d+ is placed/)).toContainText(shown)
  expect(hands.keys()).toBeLessThanOrEqual(8)
})

test('Enter between the response and its rendering takes the first result', async ({ page }) => {
  await openNewOrder(page)
  await productBox(page).evaluate((box) => {
    const { json } = Response.prototype
    Response.prototype.json = function (this: Response) {
      const read = json.call(this)
      if (this.url.includes('search')) void read.then(press)
      return read
    }
    /** After the response arrives and before anything renders. */
    async function press() {
      Response.prototype.json = json
      for (let turn = 0; turn < 50; turn++) await undefined
      box.dataset.shown = String(document.querySelector('[role="option"]') !== null)
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
  })
  await productBox(page).fill('cuticle oil')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('Apricot Cuticle Oil')
  await expect(productBox(page)).toHaveValue('')
  await expect(productBox(page)).toHaveAttribute('data-shown', 'false')
})

test('a walk-in customer: pickup, cash, a discount with its reason, handed over; a reload loses nothing', async ({
  page,
}) => {
  await openNewOrder(page)
  const hands = handsOf(page)
  await hands.say('Nora Quist-Halvorsen')
  await expect(page.getByRole('option', { name: /New customer/ })).toBeVisible()
  await hands.press('Enter')
  await expect(page.getByLabel('First name').first()).toBeFocused()
  await expect(page.getByLabel('First name').first()).toHaveValue('Nora')
  await hands.press('Tab', 'Tab')
  await hands.say('nora@counter.example')
  await hands.press('Tab')
  await hands.say('2015550177')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('nora@counter.example')
  // An unfinished order is not placed by a single press.
  await expect(page.getByText('You left this order unfinished.')).toBeVisible()
  const placeButton = page.getByRole('button', { name: 'Place order' })
  await expect(placeButton).toBeDisabled()
  await expect(placeButton).toHaveAccessibleDescription('Choose Continue or Start over first.')
  await hands.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'You left this order unfinished.' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You left this order unfinished.')).toHaveCount(0)
  await expect(placeButton).toBeEnabled()
  await productBox(page).focus()
  await hands.say('keratin masque')
  await hands.press('Enter')
  await expect(lines(page)).toHaveCount(1)
  await hands.press('Tab')
  await hands.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Pickup' })).toBeChecked()
  await hands.press('Tab')
  await hands.press('ArrowRight', 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await hands.press('Tab', 'Space', 'Tab', 'Space', 'Tab')
  await hands.say('P')
  await hands.press('Tab')
  await hands.say('10')
  // Without a reason it is not placed, and the field shows an error.
  await expect(page.getByText('Discount 10%')).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
  await expectAccessible(page)
  // Input that is submitted right after typing is included.
  await hands.say('Opening day')
  await hands.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  const id = /\d+$/.exec(page.url())?.[0] ?? ''
  const placed = await page.evaluate(async (id) => (await fetch(`/admin/orders/${id}.json`)).json(), id)
  expect(placed).toMatchObject({
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
  await expect(lines(page)).toHaveCount(0)
})

test('a changed price is shown, no input is lost, and a lost response creates no second order', async ({ page }) => {
  await openNewOrder(page)
  const hands = handsOf(page)
  await hands.say('amara brandt')
  await hands.press('Enter')
  await expect(productBox(page)).toBeFocused()
  await hands.say('2 keratin masque')
  await hands.press('Enter')
  await expect(total(page)).toHaveText(/^\$\d/)
  const before = await total(page).innerText()

  // Simulates an outdated page: it gets another total than the server will charge.
  const wrong = await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('admin-new-order') ?? '{}')
    return kept.draft.lines.length
  })
  expect(wrong).toBe(1)
  await page.route('**/admin/orders/place', (route) => {
    const body = route.request().postDataJSON()
    return route.continue({ postData: JSON.stringify({ ...body, reviewed_total: body.reviewed_total - 1 }) })
  })
  await hands.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: `The total is now ${before}` })).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.unroute('**/admin/orders/place')

  // The order is placed, but its response is lost.
  const keys: (string | undefined)[] = []
  let placed = 0
  await page.route('**/admin/orders/place', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    placed = (await (await route.fetch()).json()).id
    return route.abort('connectionreset')
  })
  await hands.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'it won’t be placed twice' })).toBeVisible()
  await page.reload()
  await expect(total(page)).toHaveText(before)
  await page.getByRole('button', { name: 'Continue' }).click()
  await hands.press('Control+Enter')
  await expect(page).toHaveURL(`/admin/orders/${placed}`)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a product that is sold out is not added and said so at once; of a scarce one as many as are left', async ({
  page,
}) => {
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
  const add = async (words: string) => {
    await productBox(page).fill(words)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await add('keratin masque')
  await expect(page.getByRole('alert')).toHaveText('Keratin Repair Masque is sold out and wasn’t added.')
  await expect(lines(page)).toHaveCount(0)
  await expectAccessible(page)
  remaining = 2
  await add('3 keratin masque')
  await expect(lines(page)).toHaveCount(1)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Keratin Repair Masque' })).toHaveValue('2')
  await expect(page.getByRole('alert')).toContainText('Only 2')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
