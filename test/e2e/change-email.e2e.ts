import { expect, type Page, test } from 'playwright/test'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, findLink, masque, signUp, verifyEmail, waitForEmails } from '#test/e2e-helpers.ts'

const PASSWORD = 'lavender tubes 9'
const NEW_PASSWORD = 'lavender tubes 10'

/** Opens the page linked from the email whose subject contains this text. */
async function openEmailedLink(
  page: Page,
  email: string,
  count: number,
  subject: string,
  prefix: string,
): Promise<void> {
  const messages = await waitForEmails(email, count)
  await page.goto(findLink(messages.find((message) => message.includes(`Subject: ${subject}`)) ?? '', prefix))
}

async function logInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login?next=/account')
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password').fill(password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
}

test('a new email is confirmed with the password, and the old email can recover the account', async ({
  page,
  browser,
}) => {
  const [oldEmail, newEmail] = ['before@change.example', 'after@change.example']
  await signUp(page, oldEmail, PASSWORD)
  await verifyEmail(page, oldEmail)

  await page.goto('/account')
  await page.getByRole('main').getByLabel('Email Address').fill(newEmail)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved Successfully.')).toBeVisible()
  const pendingChange = page.getByRole('region', { name: 'Confirm your new email' })
  await expect(pendingChange).toContainText(newEmail)
  await expect(page.getByRole('main').getByLabel('Email Address')).toHaveValue(oldEmail)

  // The request survives a reload, and can be resent or canceled.
  await page.reload()
  await waitForEmails(newEmail, 1)
  await pendingChange.getByRole('button', { name: 'Send it again' }).click()
  await expect(pendingChange.getByRole('status')).toHaveText('We sent another email.')
  await waitForEmails(newEmail, 2)
  await pendingChange.getByRole('button', { name: 'Keep current email' }).click()
  await expect(pendingChange).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: `Your account keeps ${oldEmail}.` })).toBeFocused()
  await page.getByRole('main').getByLabel('Email Address').fill(newEmail)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(pendingChange).toBeVisible()

  // In another browser, as on a phone.
  const phone = await (await browser.newContext()).newPage()
  const messages = await waitForEmails(newEmail, 3)
  const links = messages.map((message) => findLink(message, '/email/confirm/'))
  expect(new Set(links).size).toBe(3)
  await expect(async () => {
    for (const link of links) {
      if ((await phone.goto(link))?.status() === 410) continue
      await phone.getByLabel('Current Password').fill('not the password')
      await phone.getByRole('button', { name: 'Confirm this address' }).click()
      await expect(phone.getByRole('alert')).toBeVisible()
      if ((await phone.getByRole('alert').innerText()).includes('not correct')) return
    }
    throw new Error('no link works')
  }).toPass()
  await phone.getByLabel('Current Password').fill(PASSWORD)
  await phone.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(phone.getByRole('status').filter({ hasText: 'Your new email address is confirmed.' })).toBeFocused()
  // Returning to this page shows the new email and keeps the input.
  await page.getByLabel('Last Name').fill('Reyes Kim')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('main').getByLabel('Email Address')).toHaveValue(newEmail)
  await expect(pendingChange).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved Successfully.')).toBeVisible()
  await expect(page.getByLabel('Last Name')).toHaveValue('Reyes Kim')
  await expect(pendingChange).toHaveCount(0)

  // One email verified the address, two announced a change, one follows it.
  await openEmailedLink(phone, oldEmail, 4, 'Your email address was changed', '/email/undo/')
  await phone.getByRole('button', { name: 'Recover my account' }).click()
  await expect(phone.getByText('You’ve been logged out everywhere.')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/login\?next=/)

  await openEmailedLink(phone, oldEmail, 5, 'Set a new password for your account', '/password/reset/')
  await phone.getByLabel('Password', { exact: true }).fill(oldEmail)
  await phone.getByLabel('Password Confirmation').fill(oldEmail)
  await phone.getByRole('button', { name: 'Save Password' }).click()
  await expect(phone.getByRole('alert')).toHaveText('Your password can’t be your email address. Please choose another.')
  await phone.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await phone.getByLabel('Password Confirmation').fill(NEW_PASSWORD)
  await phone.getByRole('button', { name: 'Save Password' }).click()
  await expect(phone.getByText('Your password is saved.')).toBeVisible()
  await logInAs(phone, newEmail, NEW_PASSWORD)
  await expect(phone.getByRole('alert')).toHaveText('Incorrect email or password.')
  await logInAs(phone, oldEmail, NEW_PASSWORD)
  await expect(phone.getByRole('main').getByLabel('Email Address')).toHaveValue(oldEmail)
})

test('after a sign-out, the next user of the browser sees neither the last order nor its input', async ({ page }) => {
  await signUp(page, 'shared@browser.example', PASSWORD)
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await completeCheckout(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log ?out/i })
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/checkout/success')
  await expect(page).toHaveURL('/checkout/cart')

  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, 'typed@browser.example')
  await signUp(page, 'second@browser.example', PASSWORD)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /log ?out/i })
    .click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('checkout-form'))).toBeNull()
})
