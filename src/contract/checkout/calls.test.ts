import { describe, expect, it } from 'vitest'
import { Payment } from './calls.ts'

const card = {
  payment_type: 'card',
  card_holder_name: 'Ana Reyes',
  card_type: 'Visa',
  card_number: '4111111111111111',
  expire_year: '2030',
  expire_month: '04',
  ccv: '123',
  billing_zip: '07631',
}
const errorMessages = (changes: object) =>
  Payment.safeParse({ ...card, ...changes }).error?.issues.map(({ message }) => message)

describe('a payment by card', () => {
  it.each([
    ['card_holder_name', 'Card Holder Name is required.'],
    ['card_number', 'Card Number is required.'],
    ['expire_year', 'Expire Year is required.'],
    ['expire_month', 'Expire Month is required.'],
    ['ccv', 'Card Verification Number is required.'],
    ['billing_zip', 'Billing Zip Code is required.'],
  ])('requires %s', (field, message) => {
    expect(errorMessages({ [field]: '' })).toEqual([message])
    expect(errorMessages({ [field]: undefined })).toEqual([message])
  })

  it('requires a number of 13 to 20 digits', () => {
    for (const length of [13, 16, 20]) expect(errorMessages({ card_number: '4'.repeat(length) })).toBeUndefined()
    for (const length of [1, 12, 21]) {
      expect(errorMessages({ card_number: '4'.repeat(length) })).toEqual(['Card Number is invalid.'])
    }
  })
})
