import { expect, test } from 'playwright/test'
import { addToCart, fillContact, masque, nextStep } from '#test/e2e-helpers.ts'
import { findModal, signInStaff } from '#test/staff-pages.ts'

test('a guest is found by email and erased, after a new preview if the orders changed', async ({ browser, page }) => {
  const email = `guest-${Date.now()}@example.com`
  const managerPage = await (await browser.newContext()).newPage()
  const placeOrder = async () => {
    await addToCart(page, masque.id)
    await page.getByRole('region', { name: 'Added to cart' }).getByRole('link', { name: 'Checkout' }).click()
    await fillContact(page, email)
    await nextStep(page)
    await page.getByRole('radio', { name: /check/i }).check()
    await nextStep(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  }
  await placeOrder()

  await signInStaff(managerPage, 'manager', '/admin/members')
  await managerPage.getByRole('link', { name: 'Guests', exact: true }).click()
  await managerPage.getByLabel('Email on the order').focus()
  await managerPage.keyboard.press('Enter')
  await expect(managerPage.getByLabel('Email on the order')).toHaveAttribute('aria-invalid', 'true')
  await managerPage.getByLabel('Email on the order').fill('nobody-at-all@example.com')
  await managerPage.keyboard.press('Enter')
  await expect(managerPage.getByRole('alert')).toContainText('No orders found for this email.')
  await managerPage.getByLabel('Email on the order').fill(email)
  await managerPage.keyboard.press('Enter')
  await expect(managerPage.getByRole('heading', { name: 'Emptied' })).toBeVisible()
  // The URL does not contain the email.
  expect(managerPage.url()).not.toContain('guest-')

  await placeOrder()
  await managerPage.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = findModal(managerPage)
  await dialog.getByLabel('Reason').fill('Requested by letter')
  await dialog.getByLabel('Erase anyway').focus()
  await managerPage.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Something has changed')
  await expect(dialog).toContainText('these 2 orders')
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(managerPage.getByRole('status')).toContainText('2 orders stay')
  await expect(managerPage.getByLabel('Email on the order')).toHaveValue('')
  await managerPage.getByLabel('Email on the order').fill(email)
  await managerPage.getByRole('button', { name: 'Find' }).click()
  await expect(managerPage.getByRole('alert')).toContainText('No orders found for this email.')
})

test('Enter starts a new search while an earlier one is running', async ({ page }) => {
  await signInStaff(page, 'manager')
  const [member] = (await (await page.request.get('/admin/members.json')).json()).data
  const requestedEmails: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/admin/guests/preview', async (route) => {
    requestedEmails.push(route.request().postDataJSON().email)
    if (requestedEmails.length === 1) await released
    await route.continue()
  })
  await page.goto('/admin/members/guests')
  const emailField = page.getByLabel('Email on the order')
  await emailField.fill('nobody-at-all@example.com')
  await emailField.press('Enter')
  await expect.poll(() => requestedEmails).toHaveLength(1)
  await emailField.fill(member.email)
  await emailField.press('Enter')
  await expect(page.getByText('This email belongs to an account')).toBeVisible()
  expect(requestedEmails).toEqual(['nobody-at-all@example.com', member.email])
  // The late response belongs to an outdated search.
  const lateResponse = page.waitForResponse('**/admin/guests/preview')
  release()
  expect((await lateResponse).status()).toBe(404)
  await expect(page.getByText('This email belongs to an account')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
