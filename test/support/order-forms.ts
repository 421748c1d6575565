import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { address } from './address.ts'

/** A valid order form. */
export const pickupForm: PlaceOrder & { type: 'P' } = {
  type: 'P',
  first_name: 'Ana',
  last_name: 'Reyes',
  user_email: 'ana@example.com',
  phone_number: '(201) 555-0100',
  payment: { payment_type: 'quickpay' },
  comments: '',
}

export const deliveryForm: PlaceOrder & { type: 'D' } = {
  ...pickupForm,
  type: 'D',
  shipping: { address_id: 0, ...address },
  shipping_method: 'ground',
}

/** An order form that can be found by its delivery address. */
export const markedForm = (marker: string): typeof deliveryForm => ({
  ...deliveryForm,
  shipping: { ...deliveryForm.shipping, address_1: marker },
})
