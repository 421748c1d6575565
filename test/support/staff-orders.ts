import type { Page } from 'playwright/test'

/** Places a paid order through the page's own call, as the signed-in staff member; returns its number. */
export const placePaidOrder = (
  page: Page,
  lines: readonly { product_id: number; quantity: number }[],
  name = 'Pia',
): Promise<number> =>
  page.evaluate(
    async ({ lines, name }) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
      const contact = { first_name: name, last_name: 'Packard', phone_number: '(201) 555-0188' }
      const address = { ...contact, address_1: '1 Main Street', city: 'Englewood', state: 'NJ', zip: '07631' }
      const response = await fetch('/admin/orders/place', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': token },
        body: JSON.stringify({
          customer: { kind: 'guest', ...contact, user_email: `${name.toLowerCase()}@packing.example` },
          lines,
          type: 'D',
          shipping: address,
          shipping_method: 'ground',
          payment_type: 'cash',
          paid: true,
        }),
      })
      const order: { id?: number; detail?: string } = await response.json()
      if (order.id === undefined) throw new Error(order.detail)
      return order.id
    },
    { lines, name },
  )
