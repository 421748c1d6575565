import { expect, test } from 'vitest'
import { emptyForm, fromStored, toStored, withAddress, withOfferedPayment } from './checkout-form.ts'

const now = new Date(2026, 6, 4)

const fillForm = () => {
  const form = emptyForm(now)
  return {
    ...form,
    first_name: 'Ada',
    user_email: 'ada@example.com',
    type: 'D' as const,
    shipping: { ...form.shipping, zip: '07631', address_2: 'Unit 3' },
    shipping_method: 'ground',
    comments: 'Ring twice',
    payment: {
      ...form.payment,
      payment_type: 'card' as const,
      card_holder_name: 'Ada Byron',
      card_number: '4111 1111 1111 1111',
      ccv: '737',
      billing_zip: '07632',
      expire_year: '2031',
    },
  }
}

test('an untouched form is a pickup paid by quick pay, with a Visa that expires this month', () => {
  expect(emptyForm(now)).toMatchObject({
    type: 'P',
    payment: { payment_type: 'quickpay', card_type: 'Visa', expire_year: '2026', expire_month: '07' },
  })
})

test('a stored form is restored without the card', () => {
  const form = fillForm()
  const restored = fromStored(toStored(form), now)
  expect(restored).toEqual({ ...form, payment: { ...emptyForm(now).payment, payment_type: 'card' } })
})

test('no card field is ever stored', () => {
  const text = toStored(fillForm())
  for (const secret of ['4111', '737', 'Ada Byron', '07632', '2031', 'ccv', 'card_number']) {
    expect(text).not.toContain(secret)
  }
})

test.each([
  null,
  '',
  'not JSON',
  '[]',
  '"text"',
  '7',
  'null',
  '{"type":7,"shipping":"x","payment":[],"first_name":{}}',
])('stored text %j reads as an untouched form', (text) => {
  expect(fromStored(text, now)).toEqual(emptyForm(now))
})

test.each([
  ['', [], ''],
  ['9', [], ''],
  ['', [{ id: 4 }, { id: 7 }], '4'],
  ['7', [{ id: 4 }, { id: 7 }], '7'],
  ['0', [{ id: 4 }], '0'],
  ['9', [{ id: 4 }], '4'],
])('with %j chosen before, of %j the delivery goes to %j', (addressId, addresses, expected) => {
  const form = emptyForm(now)
  const previous = { ...form, shipping: { ...form.shipping, address_id: addressId } }
  expect(withAddress(previous, addresses).shipping.address_id).toBe(expected)
})

test('a guest who signs in gets their first address, unless they have typed one', () => {
  const addresses = [{ id: 4 }, { id: 7 }]
  const guest = withAddress(emptyForm(now), [])
  expect(withAddress(guest, addresses).shipping.address_id).toBe('4')
  const withTypedAddress = withAddress({ ...guest, shipping: { ...guest.shipping, address_1: '1 Main Street' } }, [])
  expect(withAddress(withTypedAddress, addresses).shipping).toMatchObject({
    address_id: '0',
    address_1: '1 Main Street',
  })
})

test('an unavailable payment is replaced by the first available one; an available one is kept', () => {
  const form = emptyForm(now)
  expect(withOfferedPayment(form, ['check']).payment.payment_type).toBe('check')
  expect(withOfferedPayment(fillForm(), ['quickpay', 'check']).payment).toMatchObject({ payment_type: 'quickpay' })
  expect(withOfferedPayment(form, ['check', 'quickpay'])).toBe(form)
})
