import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { guestOrderPath } from '#server/order/guest-link.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { addToCart, fillContact, mailsTo, masque, nextStep } from '#test/journey.ts'

const DAY = 86_400_000

/** The link to an order out of a mail as it was sent, quoted-printable. */
const orderLinkIn = (mail: string): string => {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /\/orders\/\d+\?key=[\w.-]+/.exec(text)?.[0] ?? ''
}

test('a link to an order that has ended says so, and a new one comes by mail', async ({ page }) => {
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
  // Of the confirmation and of the new mail: made on one day, they are one link.
  expect(new Set(links).size).toBe(1)
  await page.goto(links[0] ?? '')
  expect(page.url()).not.toBe(ended)
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
})
