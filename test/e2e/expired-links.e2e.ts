import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { makeGuestOrderPath } from '#server/orders/guest-link.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { completeCheckout } from '#test/complete-checkout.ts'
import { addToCart, fillContact, masque, waitForEmails } from '#test/e2e-helpers.ts'

const DAY_MS = 86_400_000

/** Extracts the order link from a raw, quoted-printable email. */
const extractOrderLink = (email: string): string => {
  const text = email.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /\/orders\/\d+\?key=[\w.-]+/.exec(text)?.[0] ?? ''
}

test('an expired order link shows a message, and a new one is emailed', async ({ page }) => {
  const email = 'long-ago@example.com'
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await completeCheckout(page)
  const { id } = await (await page.request.get('/checkout/order.json')).json()
  await waitForEmails(email, 1)

  const secret = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')
  await page.goto(makeGuestOrderPath(makeSigner(secret.trim()), { id, corrections: 0 }, Date.now() - 181 * DAY_MS))
  await expect(page.getByText('This link has expired. Order links work for 180 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'we’ve emailed a new one to the address on the order' }),
  ).toBeFocused()
  const expiredUrl = page.url()
  const links = (await waitForEmails(email, 2)).map(extractOrderLink)
  // Links in the confirmation and the new email are the same when created on one day.
  expect(new Set(links).size).toBe(1)
  await page.goto(links[0] ?? '')
  expect(page.url()).not.toBe(expiredUrl)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
})

const invalidLinks = [
  ['/password/reset/invented', 'Set Your Password', 'Send a new link'],
  ['/invitation/decline/invented', 'Decline the Invitation', 'To the shop'],
  ['/email/confirm/invented', 'Confirm Your New Email Address', 'My Account'],
  ['/email/undo/invented', 'Take Back Your Account', 'Login'],
  ['/email/prove/invented', 'Confirm Your Email Address', 'My Orders'],
  ['/newsletter/confirm/invented', 'Confirm the Newsletter', 'To the shop'],
  ['/newsletter/end/invented', 'Unsubscribe', 'To the shop'],
] as const
for (const [path, title, linkName] of invalidLinks) {
  test(`${path} reports the invalid link and offers the next step`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(410)
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await expect(main.getByRole('alert')).toHaveText('This link has expired or was already used.')
    await expect(main.getByRole('link', { name: linkName })).toBeVisible()
    await expect(main.getByRole('button')).toHaveCount(0)
  })
}

for (const [path, message, help] of [
  [
    '/admin/set-password/invented',
    'This link has expired or was already used.',
    'Ask an owner of the shop for a new link.',
  ],
  [
    '/admin/stop-reset/invented',
    'There’s nothing left to stop',
    'Sign in to see the resets that can still be stopped, under Approvals.',
  ],
] as const) {
  test(`${path} reports the invalid link and offers the next step`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByText(help)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in to the back office' })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
  })
}
