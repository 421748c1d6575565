import { expect, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, masque, nextStep, runCommand, signInAsLeader, signUp, waitForEmails } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'
const NEW_PASSWORD = 'lavender tubes 10'

test('a guest who opens an account page is redirected to sign-in, which returns to that page', async ({ page }) => {
  await page.goto('/account/orders?page=2')
  await expect(page).toHaveURL('/login?next=%2Faccount%2Forders%3Fpage%3D2')
})

test('an expired session redirects from any page to the login', async ({ page }) => {
  await signUp(page, 'ended-session@example.com', PASSWORD)
  const { cookies } = await page.context().storageState()
  const session = cookies.filter(({ name }) => name === 'session')
  for (const [name, path] of [
    ['My PVs', 'points'],
    ['My Posts', 'posts'],
    ['My License', 'license'],
  ] as const) {
    await page.goto('/account/addresses')
    await expect(page.getByRole('main').locator('address')).toHaveCount(1)
    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('navigation', { name: 'My Account' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/login?next=%2Faccount%2F${path}`)
    await expect(page.getByRole('main').getByLabel('Password')).toBeVisible()
    await page.context().addCookies(session)
  }
})

test('a user edits their name and addresses and views their orders', async ({ page }) => {
  await signUp(page, 'account@example.com', PASSWORD)
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account information')
  const navigation = page.getByRole('navigation', { name: 'My Account' })
  await expect(navigation.getByText('Account information')).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('First Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First Name is required.')).toBeVisible()
  await page.getByLabel('First Name').fill('Anna')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved Successfully.')

  await navigation.getByRole('link', { name: 'My Addresses' }).click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '1 Main Street' })).toBeVisible()
  await page.getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Address' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Zip Code is required.')).toBeVisible()
  await dialog.getByLabel('First Name').fill('Ana')
  await dialog.getByLabel('Last Name').fill('Reyes')
  await dialog.getByLabel('Phone Number').fill('2015550111')
  await dialog.getByLabel('Company').fill('Kim & Daughters')
  await dialog.getByLabel('Address', { exact: true }).fill('2 <i>Side</i> Street')
  await dialog.getByLabel('City').fill('Tenafly')
  await dialog.getByLabel('State').selectOption('New Jersey')
  await dialog.getByLabel('Zip Code').fill('07670')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').locator('address')).toContainText([
    '1 Main Street',
    'Kim & Daughters2 <i>Side</i> Street',
  ])
  page.on('dialog', (confirmation) => {
    expect(confirmation.message()).toBe('Are you sure to remove this address?')
    confirmation.accept()
  })
  await page.getByRole('button', { name: 'Remove 1 Main Street' }).click()
  await expect(page.getByRole('main').locator('address')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('1 Main Street was removed.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No Address found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add' })).toBeFocused()

  await navigation.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  await addToCart(page, masque.id, 2)
  await page.goto('/checkout/shipping')
  await completeCheckout(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /orders/i })
    .click()
  const row = page.getByRole('row').filter({ hasText: 'Processing' })
  await expect(row).toContainText('$76.00')
  await row.getByRole('link', { name: /^Detail/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
  await expect(page.getByRole('main')).toContainText(masque.name)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(row).toBeVisible()
  await page.goto('/account/orders/1')
  await expect(page).toHaveURL('/account/orders')
})

test('a changed password signs out the other browser', async ({ page, browser }) => {
  const email = 'two-browsers@example.com'
  await signUp(page, email, PASSWORD)
  const other = await (await browser.newContext()).newPage()
  await other.goto('/login?next=/account/addresses')
  await other.getByRole('main').getByLabel('Email Address').fill(email)
  await other.getByRole('main').getByLabel('Password').fill(PASSWORD)
  await other.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Addresses')

  await page.goto('/account/password')
  await page.getByLabel('Current Password').fill('not the password')
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Password Confirmation').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your passowrd is not correct.')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your password was changed.' })).toBeFocused()
  // The page uses the new session's token on any path.
  await page.getByRole('link', { name: 'My Addresses' }).click()
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Address' })
  await dialog.getByLabel('City').fill('Tenafly')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').locator('address')).toContainText(['Tenafly'])

  await other.reload()
  await expect(other).toHaveURL(/\/login\?next=/)
  const third = await other.context().newPage()
  await third.goto('/login')
  await third.getByRole('main').getByLabel('Email Address').fill(email)
  await third.getByRole('main').getByLabel('Password').fill(NEW_PASSWORD)
  await third.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(third).toHaveURL('/')
  // After signing in again in another tab, the first one still works.
  await other.reload()
  await other.getByRole('main').getByRole('link', { name: 'Continue' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Addresses')
})

test('a member orders to a saved address, and completed orders earn PV', async ({ page }) => {
  await signUp(page, 'points@example.com', PASSWORD)
  await page.goto('/account/points')
  await expect(page.getByText('There are no PVs yet.')).toBeVisible()
  await addToCart(page, masque.id, 3)
  await page.goto('/checkout/shipping')
  const details = page.getByRole('group', { name: 'Your Details' })
  await expect(details).toContainText('points@example.com')
  await expect(details.getByRole('textbox')).toHaveCount(0)
  // The next steps show the name changed without a page load.
  await details.getByRole('link', { name: 'Edit your details' }).click()
  await page.getByLabel('Last Name').fill('Reyes-Kim')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved Successfully.')
  await page.goBack()
  await expect(details).toContainText('Reyes-Kim')
  await page.getByRole('radio', { name: /^Delivery/ }).check()
  const savedAddress = page.getByRole('radio', { name: /1 Main Street/ })
  await expect(savedAddress).toBeChecked()

  await page.getByRole('radio', { name: /^Use a different address/ }).check()
  await expect(page.getByRole('group', { name: 'New Address' }).getByLabel('City')).toBeVisible()
  await savedAddress.check()
  await page.getByRole('radio', { name: /^Ground/ }).check()
  await nextStep(page)
  await expect(page.getByRole('main')).toContainText('Reyes-Kim')
  await nextStep(page)
  await expect(page.getByRole('main')).toContainText('1 Main Street')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const { id, pv, addresses } = await (await page.request.get('/checkout/order.json')).json()
  expect(addresses).toMatchObject([{ address_1: '1 Main Street', zip: '07631' }])

  await page.goto(`/account/orders/${id}`)
  const orderDetails = page.getByRole('region', { name: 'Order details' })
  await expect(orderDetails).toContainText('Points post when the order is completed.')
  await runCommand('order', 'set', String(id), '--paid', '--status', 'completed')
  await waitForEmails('points@example.com', 3)
  await page.reload()
  await expect(orderDetails).toContainText(new RegExp(`${pv}\\sPV in \\w+ 20\\d\\d`))
  await page.goto('/account/points')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText(`Order #${id}`)
  await expect(rows.nth(1)).toContainText(`${pv} PV`)
  await runCommand('order', 'set', String(id), '--status', 'canceled')
  await page.reload()
  await expect(rows.nth(1)).toContainText(`−${pv} PV`)
  await expect(page.getByRole('main').getByText('0 PV', { exact: true })).toBeVisible()
})

test('the order list is fetched once and reused when reopened', async ({ page }) => {
  await signInAsLeader(page)
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/account/orders.json')) searches.push(new URL(request.url()).search)
  })
  await page.goto('/account/orders')
  const detailLink = page
    .getByRole('main')
    .getByRole('link', { name: /^Detail/ })
    .first()
  await detailLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Detail')
  await page.getByRole('main').getByRole('link', { name: /Back/ }).click()
  await expect(detailLink).toBeVisible()
  expect(searches).toEqual(['?offset=0'])
  await page.goto('/account/orders?page=200000000')
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(detailLink).toBeVisible()
})
