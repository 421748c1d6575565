import type { Page } from 'playwright/test'
import { masque } from './e2e-helpers.ts'
import { pickupForm } from './order-forms.ts'

/** An order placed through a page's own calls. */
export type GuestOrder = { id: number; key: string; total: number }

/**
 * Places a guest order with a unique name through the page's calls, for staff tests that start where a customer's test
 * ends.
 */
export async function placeGuestOrder(
  page: Page,
  name: { first_name: string; last_name: string },
  payment_type: 'quickpay' | 'check' = 'quickpay',
): Promise<GuestOrder> {
  await page.goto('/faqs')
  const form = {
    ...pickupForm,
    ...name,
    user_email: `${name.last_name}@example.com`.toLowerCase(),
    payment: { payment_type },
  }
  return page.evaluate(
    async ({ form, id }) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return response.json()
      }
      await post('/shopping-cart/product/add', { id, quantity: 1 })
      const confirmation = await post('/checkout/confirm', form)
      const key = new URL(confirmation.url, location.href).searchParams.get('key') ?? ''
      const order = await (await fetch(`/orders/${confirmation.id}.json?key=${key}`)).json()
      return { id: confirmation.id, key, total: order.order_total }
    },
    { form, id: masque.id },
  )
}
