import { expect, it } from 'vitest'
import {
  addWithinStock,
  type Draft,
  emptyDraft,
  findMissingFields,
  type Member,
  type Product,
  placeBody,
  quoteBody,
  withMember,
  withProduct,
} from './draft.ts'

const masque: Product = {
  id: 1,
  name: 'Masque',
  sku: 'KR-101',
  price: 38,
  pv: 38,
  remaining: 5,
  image: null,
  matched_barcode: false,
}
const oil: Product = { ...masque, id: 2, name: 'Oil' }
const member: Member = {
  id: 7,
  member_no: 'M7',
  first_name: 'Ana',
  last_name: 'Reyes',
  email: 'ana@example.com',
  phone_number: '(201) 555-0100',
  type: 'member',
  status: 'active',
  license_block_reason: null,
  addresses: [],
}
const home: Member['addresses'][number] = {
  id: 70,
  first_name: 'Ana',
  last_name: 'Reyes',
  company: null,
  phone_number: '(201) 555-0100',
  address_1: '1 Main Street',
  address_2: '',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
  full_address: '',
}
const withGoods = (draft: Draft): Draft => withProduct(withProduct(draft, masque, 3), oil, 1)

it('adding three more of a product increases its quantity, up to the line limit', () => {
  const twice = withProduct(withProduct(emptyDraft, masque, 3), masque, 2)
  expect(twice.lines).toEqual([{ product: masque, quantity: 5 }])
  expect(withProduct(twice, masque, 99).lines[0]?.quantity).toBe(99)
})

it('adds what is in stock and reports the shortage', () => {
  const added = addWithinStock(emptyDraft, masque, 3)
  expect(added).toMatchObject({ added: 3, draft: { lines: [{ quantity: 3 }] } })
  expect(added.notice).toBeUndefined()
  expect(addWithinStock(added.draft, masque, 3)).toMatchObject({
    added: 2,
    draft: { lines: [{ quantity: 5 }] },
    notice: 'Only 5 of Masque left: 2 added.',
  })
  const fullDraft = addWithinStock(emptyDraft, masque, 5).draft
  expect(addWithinStock(fullDraft, masque, 1)).toEqual({
    added: 0,
    draft: fullDraft,
    notice: 'This order already has the last 5 of Masque.',
  })
  expect(addWithinStock(emptyDraft, { ...masque, remaining: 0 }, 2)).toEqual({
    added: 0,
    draft: emptyDraft,
    notice: 'Masque is sold out and wasn’t added.',
  })
  expect(addWithinStock(emptyDraft, { ...masque, remaining: null }, 99).added).toBe(99)
})

it("a member's order ships to the first address, which is sent by id only", () => {
  const draft = withGoods(withMember(emptyDraft, { ...member, addresses: [home, { ...home, id: 71 }] }))
  expect(quoteBody(draft)).toEqual({
    lines: [
      { product_id: 1, quantity: 3 },
      { product_id: 2, quantity: 1 },
    ],
    user_id: 7,
    type: 'D',
    address_id: 70,
    shipping_method: '',
  })
  expect(placeBody(draft, { total: 160, shippingMethod: 'ground' })).toMatchObject({
    customer: { kind: 'member', user_id: 7 },
    shipping: { address_id: 70 },
    shipping_method: 'ground',
    reviewed_total: 160,
    handed_over: false,
  })
})

it('an order without a destination is not quoted', () => {
  const draft = withGoods(withMember(emptyDraft, member))
  expect(quoteBody(draft)).toBeUndefined()
  expect(findMissingFields(draft)).toEqual({ 'shipping.state': 'Choose a state.', 'shipping.zip': 'Enter a ZIP code.' })
  const withAddress = { ...draft, address: { state: 'NJ', zip: '07631' } }
  expect(quoteBody(withAddress)).toMatchObject({ type: 'D', state: 'NJ', zipcode: '07631' })
  expect(placeBody(withAddress, { total: 1, shippingMethod: 'ground' })).toMatchObject({
    shipping: { address_id: 0, first_name: 'Ana', phone_number: '(201) 555-0100', zip: '07631' },
  })
  expect(quoteBody({ ...draft, type: 'P' })).toMatchObject({ type: 'P', user_id: 7 })
})

it('a discount is quoted once it is a number, and needs a reason to be placed', () => {
  const draft = {
    ...withGoods(emptyDraft),
    type: 'P' as const,
    discount: { kind: 'percent' as const, figure: '12.5 %', reason: '' },
  }
  expect(quoteBody(draft)).toMatchObject({ discount: { kind: 'percent', percent: 12.5 } })
  expect(findMissingFields(draft)).toMatchObject({ 'discount.reason': 'Enter a reason.' })
  expect(quoteBody({ ...draft, discount: { ...draft.discount, figure: 'ten' } })).not.toHaveProperty('discount')
  const amount = { kind: 'amount' as const, figure: '$1,250.50', reason: 'Opening' }
  expect(placeBody({ ...draft, discount: amount }, { total: 1, shippingMethod: '' })).toMatchObject({
    discount: { kind: 'amount', amount: 1250.5, reason: 'Opening' },
  })
})

it('goods can be handed over immediately only for pickup', () => {
  const draft = { ...withGoods(emptyDraft), isHandedOver: true }
  expect(placeBody(draft, { total: 1, shippingMethod: 'ground' }).handed_over).toBe(false)
  expect(placeBody({ ...draft, type: 'P' }, { total: 1, shippingMethod: '' }).handed_over).toBe(true)
})
