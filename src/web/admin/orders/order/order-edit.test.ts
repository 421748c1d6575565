import { expect, it } from 'vitest'
import { addOne, draftOf, editOf, quoteInput, withProduct } from './order-edit.ts'
import type { OrderFile } from './order-file.ts'
import { orderFile } from './sample-order-file.ts'

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
const sample = orderFile()
const file: OrderFile = { ...sample, order: { ...sample.order, addresses: [address] } }
const draft = draftOf(file, 'ground')
const lamp = { id: 7, name: 'Lamp', sku: 'LAMP-1', price: 30, pv: 10, remaining: 5, image: null, by_barcode: false }
const brush = { ...lamp, id: 8, name: 'Brush', sku: 'BRUSH-1' }

it('what was typed back to what it was is no change', () => {
  expect(editOf(draft, file, 'ground')).toBeUndefined()
  expect(editOf({ ...draft, quantities: { 0: 3 } }, file, 'ground')).toBeUndefined()
})

it('a product that is ordered has a piece more; another one becomes a line, once', () => {
  const more = withProduct(withProduct(withProduct(draft, file, lamp), file, brush), file, brush)
  expect(editOf(more, file, 'ground')).toEqual({
    lines: [
      { position: 0, quantity: 4 },
      { product_id: 8, quantity: 2 },
    ],
  })
})

it('a piece more than there is beyond the order’s own is not added, and said so', () => {
  const soldOut = { ...lamp, remaining: 0 }
  expect(addOne(draft, file, soldOut)).toEqual({ draft, notice: 'Lamp is sold out and wasn’t added.' })
  // A piece that this edit gave up is there again.
  expect(addOne({ ...draft, quantities: { 0: 2 } }, file, soldOut).notice).toBeUndefined()
  const last = { ...brush, remaining: 1 }
  const one = addOne(draft, file, last)
  expect(one.draft.added).toMatchObject([{ id: 8, quantity: 1 }])
  expect(addOne(one.draft, file, last)).toEqual({ draft: one.draft, notice: 'Only 1 more of Brush left.' })
  expect(addOne(draft, file, { ...brush, remaining: null }).notice).toBeUndefined()
})

it('another address or method is a change of the delivery alone', () => {
  expect(editOf({ ...draft, method: 'express' }, file, 'ground')).toEqual({
    delivery: { type: 'D', address: draft.address, shipping_method: 'express' },
  })
  expect(editOf({ ...draft, type: 'P' }, file, 'ground')).toEqual({ delivery: { type: 'P' } })
})

it('the ways to send it are asked for the goods as they would be, once the ZIP is there', () => {
  expect(quoteInput({ ...draft, quantities: { 0: 0 } }, file)).toBeUndefined()
  expect(quoteInput({ ...draft, address: { ...draft.address, zip: '071' } }, file)).toBeUndefined()
  expect(quoteInput(withProduct(draft, file, brush), file)?.body.lines).toEqual([
    { product_id: 7, quantity: 3 },
    { product_id: 8, quantity: 1 },
  ])
})
