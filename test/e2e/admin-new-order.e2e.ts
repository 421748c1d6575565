import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { signInStaff } from '#test/staff-journey.ts'

/** What is pressed besides the words that were said on the phone; a shortcut is one for each of its keys. */
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

test('a phone order of three products for a known member takes few keys beyond the words that are said', async ({
  page,
}) => {
  await openNewOrder(page)
  const hands = handsOf(page)
  await hands.say('amara brandt')
  // Before anybody is found: what is typed quickly is not lost.
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
  const why = page.getByRole('list', { name: 'Why it comes to that' })
  await expect(why).toContainText('Line 3: 1 ×')
  const shown = await total(page).innerText()
  await expect(why).toContainText(`Total: ${shown}.`)
  await expectAccessible(page)

  await hands.press('Control+Enter')
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/)
  await expect(page.getByText(/^Order \d+ is placed/)).toContainText(shown)
  expect(hands.keys()).toBeLessThanOrEqual(8)
})

test('Enter between the answer and the moment it is shown takes the first of what was found', async ({ page }) => {
  await openNewOrder(page)
  await productBox(page).evaluate((box) => {
    const { json } = Response.prototype
    Response.prototype.json = function (this: Response) {
      const read = json.call(this)
      if (this.url.includes('search')) void read.then(press)
      return read
    }
    /** When whoever waits for the answer has it, and nothing is drawn yet. */
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

test('a stranger at the counter: pickup, cash, a discount with its reason, handed over; a reload loses nothing', async ({
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
  // Nothing that was left half-filled is placed by one press.
  await expect(page.getByText('You left this order unfinished.')).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'You left this order unfinished.' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You left this order unfinished.')).toHaveCount(0)
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
  // Without a reason it is not placed, and says so where it is asked for.
  await expect(page.getByText('Discount 10%')).toBeVisible()
  await hands.press('Control+Enter')
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await expect(page.getByLabel('Why', { exact: true })).toBeFocused()
  await expectAccessible(page)
  // What is typed and placed in one breath is placed.
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

test('a price that changed meanwhile is shown, nothing that was typed is lost, and a lost answer makes no second order', async ({
  page,
}) => {
  await openNewOrder(page)
  const hands = handsOf(page)
  await hands.say('amara brandt')
  await hands.press('Enter')
  await expect(productBox(page)).toBeFocused()
  await hands.say('2 keratin masque')
  await hands.press('Enter')
  await expect(total(page)).toHaveText(/^\$\d/)
  const before = await total(page).innerText()

  // Somebody with an older total before them: the page is told another one than the shop will ask.
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

  // The order is placed, and its answer never comes.
  const keys: (string | undefined)[] = []
  let placed = 0
  await page.route('**/admin/orders/place', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    placed = (await (await route.fetch()).json()).id
    return route.abort('connectionreset')
  })
  await hands.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'it will not be placed twice' })).toBeVisible()
  await page.reload()
  await expect(total(page)).toHaveText(before)
  await page.getByRole('button', { name: 'Continue' }).click()
  await hands.press('Control+Enter')
  await expect(page).toHaveURL(`/admin/orders/${placed}`)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})
