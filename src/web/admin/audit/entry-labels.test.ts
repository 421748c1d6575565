import { expect, it } from 'vitest'
import { actionLabel, changedFields, subjectLabel, subjectUrl } from './entry-labels.ts'

it('an action reads as a sentence', () => {
  expect(actionLabel('order.canceled')).toBe('Order canceled')
  expect(actionLabel('staff.second_factor.reset')).toBe('Staff second factor reset')
})

it('the subject of an entry links to its page, or to all of its entries', () => {
  expect(subjectUrl('order', '100012')).toBe('/admin/orders/100012')
  expect(subjectUrl('setting', 'payment_days')).toBe('/admin/audit?subject=setting%3Apayment_days')
  expect(subjectUrl('order', 'a/b')).toBe('/admin/audit?subject=order%3Aa%2Fb')
})

it('amounts are shown in dollars, and an unchanged value is shown once', () => {
  expect(changedFields({ before: { order: 7, balance_cents: 3300 }, after: { order: 7, balance_cents: 0 } })).toEqual([
    { name: 'order', from: undefined, to: '7' },
    { name: 'balance', from: '$33.00', to: '$0.00' },
  ])
})

it('changed fields show old and new values and omit those that are empty in both', () => {
  expect(changedFields({ before: { status: 'processing' }, after: { status: 'canceled', reason_code: null } })).toEqual(
    [{ name: 'status', from: 'Processing', to: 'Canceled' }],
  )
  expect(changedFields({ before: { state: 'paid' }, after: { method: 'quickpay', reference: '' } })).toEqual([
    { name: 'state', from: 'paid', to: undefined },
    { name: 'method', from: undefined, to: 'Quick Pay' },
  ])
})

it('the subject of an entry has a name', () => {
  expect([subjectLabel('payment', '708'), subjectLabel('staff', '1')]).toEqual(['Payment 708', 'Staff account 1'])
})

it('no list, state or name reads like code', () => {
  const lines = [
    { position: 0, quantity: 3 },
    { position: 1, quantity: 1 },
  ]
  expect(changedFields({ before: { state: 'ready_for_pickup' }, after: { state: 'picked_up', lines } })).toEqual([
    { name: 'state', from: 'ready for pickup', to: 'picked up' },
    { name: 'lines', from: undefined, to: 'line 1: 3 items; line 2: 1 item' },
  ])
  const preview = { amount: '+$120.00', 'booked in': '2026-11' }
  expect(changedFields({ after: { trackingNumber: '9400', totalCents: 1250, preview, tags: [] } })).toEqual([
    { name: 'tracking number', from: undefined, to: '9400' },
    { name: 'total', from: undefined, to: '$12.50' },
    { name: 'preview', from: undefined, to: 'amount: +$120.00, booked in: 2026-11' },
  ])
})

it('changes of a product are shown in words', () => {
  const before = { price_cents: 2000, sale_from: null, description_html: '', images: [], commissionable_bp: 10_000 }
  const after = {
    ...{ price_cents: 1850, sale_from: '2026-11-27T05:00:00.000Z', description_html: '<p>For <b>lashes</b></p>' },
    ...{ images: [{ file: 'ab', source_url: null, alt: '' }], commissionable_bp: 5000, weight_grams: 40, pv: 7 },
  }
  expect(changedFields({ before, after })).toEqual([
    { name: 'price', from: '$20.00', to: '$18.50' },
    { name: 'sale from', from: '–', to: expect.stringContaining('Nov 27, 2026') },
    { name: 'description', from: '–', to: 'For lashes' },
    { name: 'pictures', from: '0 pictures', to: '1 picture' },
    { name: 'commissionable share', from: '100%', to: '50%' },
    { name: 'weight', from: undefined, to: '40 g' },
    { name: 'PV', from: undefined, to: '7' },
  ])
  expect(subjectUrl('product', '12')).toBe('/admin/products/12')
  expect(subjectLabel('family', '3')).toBe('Product family 3')
})
