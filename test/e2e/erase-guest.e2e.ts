import { expect, test } from 'playwright/test'
import { expectAccessible } from '#test/accessibility.ts'
import { addToCart, fillContact, masque, nextStep } from '#test/journey.ts'
import { modalOf, signInStaff } from '#test/staff-journey.ts'

test("a guest is found by an order's email, previewed, and erased once nothing has changed", async ({
  browser,
  page,
}) => {
  const email = `guest-${Date.now()}@example.com`
  const desk = await (await browser.newContext()).newPage()
  const buy = async () => {
    await addToCart(page, masque.id)
    await page.getByRole('region', { name: 'Added to cart' }).getByRole('link', { name: 'Checkout' }).click()
    await fillContact(page, email)
    await nextStep(page)
    await page.getByRole('radio', { name: /check/i }).check()
    await nextStep(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  }
  await buy()

  await signInStaff(desk, 'manager', '/admin/members')
  await desk.getByRole('link', { name: 'Guests', exact: true }).click()
  await desk.getByLabel('Email on the order').focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel('Email on the order')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(desk)
  await desk.getByLabel('Email on the order').fill('nobody-at-all@example.com')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('alert')).toContainText('No orders found for this email.')
  await desk.getByLabel('Email on the order').fill(email)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Emptied' })).toBeVisible()
  // The email is not in the URL either.
  expect(desk.url()).not.toContain('guest-')
  await expectAccessible(desk)

  await buy()
  await desk.getByRole('button', { name: 'Erase', exact: true }).click()
  await expectAccessible(desk)
  const dialog = modalOf(desk)
  await dialog.getByLabel('Reason').fill('Asked by letter')
  await dialog.getByLabel('Erase anyway').focus()
  await desk.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Something has changed')
  await expect(dialog).toContainText('these 2 orders')
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(desk.getByRole('status')).toContainText('2 orders stay')
  await expectAccessible(desk)
  await expect(desk.getByLabel('Email on the order')).toHaveValue('')
  await desk.getByLabel('Email on the order').fill(email)
  await desk.getByRole('button', { name: 'Find' }).click()
  await expect(desk.getByRole('alert')).toContainText('No orders found for this email.')
})

test('Enter for another email starts the next search while an earlier one is running', async ({ page }) => {
  await signInStaff(page, 'manager')
  const [member] = (await (await page.request.get('/admin/members.json')).json()).data
  const asked: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/admin/guests/preview', async (route) => {
    asked.push(route.request().postDataJSON().email)
    if (asked.length === 1) await answered
    await route.continue()
  })
  await page.goto('/admin/members/guests')
  const field = page.getByLabel('Email on the order')
  await field.fill('nobody-at-all@example.com')
  await field.press('Enter')
  await expect.poll(() => asked).toHaveLength(1)
  await field.fill(member.email)
  await field.press('Enter')
  await expect(page.getByText('This email belongs to an account')).toBeVisible()
  expect(asked).toEqual(['nobody-at-all@example.com', member.email])
  // The late response belongs to an outdated search.
  const late = page.waitForResponse('**/admin/guests/preview')
  answer()
  expect((await late).status()).toBe(404)
  await expect(page.getByText('This email belongs to an account')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
