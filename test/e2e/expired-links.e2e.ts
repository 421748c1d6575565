import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { guestOrderPath } from '#server/order/guest-link.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { addToCart, fillContact, mailsTo, masque, nextStep } from '#test/journey.ts'

const DAY = 86_400_000

/** The order link in a raw, quoted-printable email. */
const orderLinkIn = (mail: string): string => {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /\/orders\/\d+\?key=[\w.-]+/.exec(text)?.[0] ?? ''
}

test('an expired order link says so, and a new one is mailed', async ({ page }) => {
  const email = 'long-ago@example.com'
  await addToCart(page, masque.id)
  await page.goto('/checkout/shipping')
  await fillContact(page, email)
  await nextStep(page)
  await nextStep(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout Success' })).toBeVisible()
  const { id } = await (await page.request.get('/checkout/order.json')).json()
  await mailsTo(email, 1)

  const secret = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')
  await page.goto(guestOrderPath(makeSigner(secret.trim()), { id, corrections: 0 }, Date.now() - 181 * DAY))
  await expect(page.getByText('This link has expired. Order links work for 180 days.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'we’ve emailed a new one to the address on the order' }),
  ).toBeFocused()
  const ended = page.url()
  const links = (await mailsTo(email, 2)).map(orderLinkIn)
  // Links in the confirmation and the new email are the same when created on one day.
  expect(new Set(links).size).toBe(1)
  await page.goto(links[0] ?? '')
  expect(page.url()).not.toBe(ended)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
})

const deadLinks = [
  ['/password/reset/invented', 'Set Your Password', 'Send a new link'],
  ['/invitation/decline/invented', 'Decline the Invitation', 'To the shop'],
  ['/email/confirm/invented', 'Confirm Your New Email Address', 'My Account'],
  ['/email/undo/invented', 'Take Back Your Account', 'Login'],
  ['/email/prove/invented', 'Confirm Your Email Address', 'My Orders'],
  ['/newsletter/confirm/invented', 'Confirm the Newsletter', 'To the shop'],
  ['/newsletter/end/invented', 'Unsubscribe', 'To the shop'],
] as const
for (const [path, title, next] of deadLinks) {
  test(`${path} says at once that the link is dead and what to do`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(410)
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await expect(main.getByRole('alert')).toHaveText('This link has expired or was already used.')
    await expect(main.getByRole('link', { name: next })).toBeVisible()
    await expect(main.getByRole('button')).toHaveCount(0)
    await expectAccessible(page)
  })
}

for (const [path, sentence, help] of [
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
  test(`${path} says at once that the link is dead and what to do`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByText(help)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in to the back office' })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
  })
}
