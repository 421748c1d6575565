import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Database } from '#server/platform/database/connection.ts'
import type { Browser } from './browser.ts'
import { makeProduct } from './factories.ts'
import type { openShopPage } from './page.tsx'

type ShopPage = Awaited<ReturnType<typeof openShopPage>>

/** A product at $38 with 38 PV. */
export const makeMasque = (db: Database) =>
  makeProduct(db, { name: 'Keratin Repair Masque', priceCents: 3800, pv: 38, stock: 500 })

/** Adds products before the browser's first page opens. */
export async function putInCart(browser: Browser, id: number, quantity = 1): Promise<void> {
  expect((await browser.post('/shopping-cart/product/add', { id, quantity })).statusCode).toBe(200)
}

const findGroup = async (name: string) => within(await screen.findByRole('group', { name }))

export async function fillContact({ fill }: ShopPage, email: string): Promise<void> {
  const details = await findGroup('Your Details')
  for (const [label, text] of [
    ['First Name', 'Ana'],
    ['Last Name', 'Reyes'],
    ['Email Address', email],
    ['Phone Number', '2015550100'],
  ] as const) {
    await fill(details.getByLabelText(label), text)
  }
}

type Destination = { group?: string; street?: string; town?: string; state?: string; zip?: string }

/** Selects Delivery by ground, to Englewood, NJ unless told otherwise. */
export async function fillDelivery(
  { user, fill }: ShopPage,
  {
    group = 'Delivery Address',
    street = '1 Main Street',
    town = 'Englewood',
    state = 'New Jersey',
    zip = '07631',
  }: Destination = {},
): Promise<void> {
  if (group === 'Delivery Address') await user.click(screen.getByRole('radio', { name: /^Delivery/ }))
  const address = await findGroup(group)
  for (const [label, text] of [
    ['First Name', 'Ana'],
    ['Last Name', 'Reyes'],
    ['Company', 'Reyes Beauty Studio'],
    ['Address', street],
    ['City', town],
    ['Zipcode', zip],
    ['Phone Number', '2015550100'],
  ] as const) {
    await fill(address.getByLabelText(label, { exact: label !== 'Company' }), text)
  }
  await user.selectOptions(address.getByLabelText('State'), state)
  await user.click(await screen.findByRole('radio', { name: /^Ground/ }))
}

/** Continues to the next step; both have a button of this name. */
export async function nextStep({ user }: ShopPage): Promise<void> {
  const title = () => screen.getByRole('heading', { level: 1 }).textContent
  const previousTitle = title()
  const button = await screen.findByRole('button', { name: 'Next Step' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
  await waitFor(() => expect(title()).not.toBe(previousTitle))
}

/** Places the order on the review page as soon as its total is known. */
export async function pressPlaceOrder({ user }: ShopPage): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Place Order' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
}

/** Continues from the completed shipping step and places the order; returns it. */
export async function completeCheckout(page: ShopPage, browser: Browser) {
  for (let step = 0; step < 2; step++) await nextStep(page)
  await pressPlaceOrder(page)
  await screen.findByRole('heading', { name: 'Checkout Success' })
  return (await browser.get('/checkout/order.json')).json()
}

/** A term's value in the page's lists of amounts. */
export function readAmount(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name)
  return term?.nextElementSibling?.textContent
}
