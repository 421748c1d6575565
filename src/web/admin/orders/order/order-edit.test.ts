import { expect, it } from 'vitest'
import { addProduct, draftOf, findEdit, quoteInput, withProduct } from './order-edit.ts'
import type { OrderRecord } from './order-record.ts'
import { sampleOrder } from './sample-order.ts'

const address = {
  first_name: 'Ana',
  last_name: 'Lopez',
  company: null,
  phone_number: '',
  address_1: '1 Main St',
  address_2: '',
  city: 'Newark',
  state: 'NJ',
  zip: '07101',
  full_address: '',
}
const sample = sampleOrder()
const record: OrderRecord = { ...sample, order: { ...sample.order, addresses: [address] } }
const draft = draftOf(record, 'ground')
const lamp = {
  id: 7,
  name: 'Lamp',
  sku: 'LAMP-1',
  price: 30,
  pv: 10,
  remaining: 5,
  image: null,
  matched_barcode: false,
}
const brush = { ...lamp, id: 8, name: 'Brush', sku: 'BRUSH-1' }

it('retyping the original value is no change', () => {
  expect(findEdit(draft, record, 'ground')).toBeUndefined()
  expect(findEdit({ ...draft, quantities: { 0: 3 } }, record, 'ground')).toBeUndefined()
})

it('adding a product increases its line by one, or creates a line once', () => {
  const extended = withProduct(withProduct(withProduct(draft, record, lamp), record, brush), record, brush)
  expect(findEdit(extended, record, 'ground')).toEqual({
    lines: [
      { position: 0, quantity: 4 },
      { product_id: 8, quantity: 2 },
    ],
  })
})

it("adding beyond stock plus the order's own units is refused with a notice", () => {
  const soldOut = { ...lamp, remaining: 0 }
  expect(addProduct(draft, record, soldOut)).toEqual({ draft, notice: 'Lamp is sold out and wasn’t added.' })
  // The unit given up by this edit is available again.
  expect(addProduct({ ...draft, quantities: { 0: 2 } }, record, soldOut).notice).toBeUndefined()
  const last = { ...brush, remaining: 1 }
  const result = addProduct(draft, record, last)
  expect(result.draft.added).toMatchObject([{ id: 8, quantity: 1 }])
  expect(addProduct(result.draft, record, last)).toEqual({ draft: result.draft, notice: 'Only 1 more of Brush left.' })
  expect(addProduct(draft, record, { ...brush, remaining: null }).notice).toBeUndefined()
})

it('another address or method changes only the delivery', () => {
  expect(findEdit({ ...draft, method: 'express' }, record, 'ground')).toEqual({
    delivery: { type: 'D', address: draft.address, shipping_method: 'express' },
  })
  expect(findEdit({ ...draft, type: 'P' }, record, 'ground')).toEqual({ delivery: { type: 'P' } })
})

it('shipping methods are quoted for the edited goods once the ZIP is complete', () => {
  expect(quoteInput({ ...draft, quantities: { 0: 0 } }, record)).toBeUndefined()
  expect(quoteInput({ ...draft, address: { ...draft.address, zip: '071' } }, record)).toBeUndefined()
  expect(quoteInput(withProduct(draft, record, brush), record)?.body.lines).toEqual([
    { product_id: 7, quantity: 3 },
    { product_id: 8, quantity: 1 },
  ])
})
