import { expect, type Page, test } from 'playwright/test'
import { postFromPage } from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'
import { placePaidOrder } from '#test/staff-orders.ts'
import { signInStaff } from '#test/staff-pages.ts'

const SURNAME = `Effort${'abcdefghij'[Date.now() % 10]}${Date.now() % 1e6}`
const TRACKING = '9400111202555842332669'

/** Counts user actions: a press, or typing into the focused field. Reading does not count. */
function countActions() {
  let actions = 0
  return {
    act: async (step: () => Promise<unknown>) => {
      actions++
      await step()
    },
    expectAtMost: (limit: number) => expect(actions).toBeLessThanOrEqual(limit),
  }
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('packing open orders takes two actions from the order list', async ({ page }) => {
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [{ product_id: 1, quantity: 1 }], SURNAME)
  await page.goto(`/admin/orders?queue=to_pack&search=${id}`)
  const { act, expectAtMost } = countActions()
  await act(() => page.getByRole('checkbox', { name: 'Select all on this page' }).check())
  await act(() => page.getByRole('button', { name: 'Pack', exact: true }).click())
  await expect(page.getByText('1 order packed')).toBeVisible()
  expectAtMost(2)
})

test('shipping with tracking takes four actions from the order list', async ({ page }) => {
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [{ product_id: 1, quantity: 1 }], SURNAME)
  await page.goto(`/admin/orders?search=${id}`)
  const { act, expectAtMost } = countActions()
  await act(() => page.getByRole('link', { name: String(id) }).click())
  await expect(heading(page)).toHaveText(`Order ${id}`)
  await act(() => page.getByRole('button', { name: 'More actions' }).click())
  await act(() => page.getByRole('menuitem', { name: 'Ship' }).click())
  await expect(page.getByLabel('Tracking number')).toBeFocused()
  await act(async () => {
    await page.keyboard.type(TRACKING)
    await page.keyboard.press('Enter')
  })
  await expect(page.getByText('Shipped. The customer gets an email.')).toBeVisible()
  expectAtMost(4)
})

test('returning goods takes at most six actions from the order', async ({ page }) => {
  await signInStaff(page, 'manager')
  const id = await placePaidOrder(page, [{ product_id: 1, quantity: 3 }], SURNAME)
  expect(await postFromPage(page, `/admin/orders/${id}/ship`, { tracking_number: TRACKING, expected_steps: 0 })).toBe(
    200,
  )
  await page.goto(`/admin/orders/${id}`)
  const { act, expectAtMost } = countActions()
  await act(() => page.getByRole('button', { name: 'Return items' }).click())
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('spinbutton').first()).toBeFocused()
  await act(() => page.keyboard.type('2'))
  await act(async () => {
    await dialog.getByLabel('Reason for the return').fill('Not needed')
  })
  const confirmButton = dialog.getByRole('button', { name: /^Return and credit \$/ })
  await expect(confirmButton).toBeEnabled()
  await act(() => confirmButton.click())
  await expect(page.getByText(/Credit note \d+ issued for/)).toBeVisible()
  expectAtMost(6)
})

test('searching for any detail of an order takes two actions', async ({ page }) => {
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [{ product_id: 1, quantity: 1 }], SURNAME)
  const { order, payment_reference } = await page.evaluate(async (id) => {
    const file = await (await fetch(`/admin/orders/${id}.json`)).json()
    return { order: file.order, payment_reference: file.order.payment_reference }
  }, id)
  for (const query of [
    String(id),
    SURNAME.toLowerCase(),
    payment_reference,
    `${SURNAME.toLowerCase()}@packing`,
    `keratin ${SURNAME}`,
  ]) {
    await page.goto('/admin')
    await expect(heading(page)).toHaveText('Today')
    const { act, expectAtMost } = countActions()
    await act(() => page.keyboard.press('Control+k'))
    await act(() => page.keyboard.type(query))
    await expect(page.getByRole('option', { name: String(id) })).toBeVisible()
    expectAtMost(2)
    await page.keyboard.press('Escape')
  }
  expect(order.id).toBe(id)
})

test('text typed right after Ctrl+K reaches the search from its first letter', async ({ page }) => {
  await signInStaff(page, 'clerk')
  await expect(heading(page)).toHaveText('Today')
  const focusedLabel = await page.evaluate(async () => {
    // The next key may arrive before a frame is drawn.
    window.requestAnimationFrame = () => 0
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve))
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focusedLabel).toBe('Find anything')
})

test('Enter opens the result that is first when pressed; later results are appended', async ({ page }) => {
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [{ product_id: 1, quantity: 1 }], 'Importi')
  await expect(heading(page)).toHaveText('Today')
  const release = await holdRequests(page, /\/admin\/orders\.json\?.*search=impor$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('impor')
  const options = page.getByRole('option')
  const importOption = options.filter({ hasText: 'Import a bank statement' })
  await expect(options).toHaveCount(1)
  await expect(importOption).toHaveAttribute('data-highlighted')
  release()
  await expect(options.filter({ hasText: String(id) })).toBeVisible()
  await expect(options.first()).toContainText('Import a bank statement')
  await expect(importOption).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Or paste text')).toBeFocused()
})
