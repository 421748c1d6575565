import { expect, type Page, test } from 'playwright/test'
import {
  addToCart,
  createPoster,
  fillContact,
  logIn,
  masque,
  nextStep,
  openLogin,
  signUp,
  signUpWithoutPage,
} from '#test/e2e-helpers.ts'
import { holdRequests } from '#test/hold-requests.ts'

const PASSWORD = 'lavender tubes 9'

/** Ends the page's session by changing the password in another browser; returns the new password. */
async function endSession(page: Page, email: string): Promise<string> {
  const password = 'lavender tubes 10'
  const otherContext = await page.context().browser()?.newContext()
  if (!otherContext) throw new Error('The page has no browser')
  const signIn = await createPoster(otherContext.request)
  expect(await signIn('/login', { email, password: PASSWORD })).toBe(200)
  // Signing in replaces the token.
  const post = await createPoster(otherContext.request)
  const body = { current_password: PASSWORD, new_password: password, confirmation: password }
  expect(await post('/account/password/change', body)).toBe(200)
  await otherContext.close()
  return password
}

async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout%2F(review|shipping)$/)
  await logIn(page, email, password)
}

test('a member whose session ends on the review page signs in again and places the order', async ({ page }) => {
  const email = 'ended-at-review@example.com'
  await signUp(page, email, PASSWORD)
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  for (let step = 0; step < 2; step++) await nextStep(page)
  const placeOrderButton = page.getByRole('button', { name: 'Place Order' })
  await expect(placeOrderButton).toBeEnabled()
  const password = await endSession(page, email)
  await placeOrderButton.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please log in.')
  await expect(page.getByRole('main')).toContainText(masque.name)
  await signInAgain(page, email, password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review')
  await placeOrderButton.click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
})

test('a member whose session ends before the delivery is quoted signs in again and continues', async ({ page }) => {
  const email = 'ended-before-quotes@example.com'
  await signUp(page, email, PASSWORD)
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await expect(page.getByRole('group', { name: 'Your Details' })).toContainText(email)
  const password = await endSession(page, email)
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please log in.')
  await signInAgain(page, email, password)
  await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await nextStep(page)
})

test('a member whose session ends before the first total of a pickup signs in again and continues', async ({
  page,
}) => {
  const email = 'ended-before-totals@example.com'
  await signUp(page, email, PASSWORD)
  await addToCart(page, masque.id)
  const release = await holdRequests(page, '**/checkout/totals.json*')
  await page.goto('/checkout/shipping')
  for (let step = 0; step < 2; step++) await nextStep(page)
  const password = await endSession(page, email)
  release()
  await expect(page.getByRole('main')).toContainText('Please log in.')
  await expect(page.getByRole('main')).not.toContainText('There are no items in your cart.')
  await signInAgain(page, email, password)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
})

test('a guest who signs in at checkout gets their saved address', async ({ page, browser }) => {
  const email = 'checkout-sign-in@example.com'
  const otherContext = await browser.newContext()
  await signUpWithoutPage(otherContext.request, email, PASSWORD)
  await otherContext.close()
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await page.getByLabel('Comments').fill('Ring twice')
  await openLogin(page)
  await logIn(page, email, PASSWORD)
  await expect(page.getByRole('link', { name: 'Edit your details' })).toBeVisible()
  await expect(page.getByLabel('Comments')).toHaveValue('Ring twice')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  await expect(page.getByRole('radio', { name: /1 Main Street/ })).toBeChecked()
})
