import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isPersonalOrder, nearMatches, type Person } from './personal-order.ts'

const home = { address_1: '48 Dean Street', address_2: 'Unit 3', zip: '07631' }
const member: Person = { email: 'ana@example.com', phones: ['(201) 555-0100'], lastName: 'Reyes', addresses: [home] }
const stranger: Person = { email: 'bea@example.com', phones: ['(212) 555-0199'], lastName: 'Kim', addresses: [] }
const buyer = (buyerDetails: Partial<Person>): Person => ({ ...stranger, ...buyerDetails })
const buyerAt = (address_1: string, address_2 = '', zip = '07631') =>
  buyer({ addresses: [{ address_1, address_2, zip }] })

describe('a guest order is the credited member’s personal order', () => {
  test.each([
    ['by email, in any letter case', buyer({ email: ' ANA@Example.com' })],
    ['by phone, however it is written', buyer({ phones: ['+1 201.555.0100'] })],
    ['by a second phone', buyer({ phones: ['(212) 555-0199', '2015550100'] })],
    ['by address', buyerAt('48 Dean Street', 'Unit 3')],
    ['by address, abbreviated and in one line', buyerAt('48  DEAN st., #3')],
    ['by address, with the four digits behind the ZIP', buyerAt('48 Dean Street', 'Apt 3', '07631-1234')],
  ])('%s', (_, buyerDetails) => {
    expect(isPersonalOrder(buyerDetails, member)).toBe(true)
  })

  test.each([
    ['another email', buyer({ email: 'ana@example.org' })],
    ['another phone', buyer({ phones: ['(201) 555-0101'] })],
    ['a phone too short to be one', buyer({ phones: ['100'] })],
    ['another unit of the house', buyerAt('48 Dean Street', 'Unit 4')],
    ['another house', buyerAt('8 Dean Street', 'Unit 3')],
    ['the same street elsewhere', buyerAt('48 Dean Street', 'Unit 3', '10001')],
  ])('but not by %s', (_, buyerDetails) => {
    expect(isPersonalOrder(buyerDetails, member)).toBe(false)
  })

  it('but never because both are empty', () => {
    const nobody: Person = {
      email: '',
      phones: ['', '-'],
      lastName: '',
      addresses: [{ address_1: '', address_2: '', zip: '' }],
    }
    expect([isPersonalOrder(nobody, nobody), nearMatches(nobody, nobody)]).toEqual([false, []])
  })

  it('if the buyer has exactly the member’s data', () => {
    const address = fc.record({ address_1: fc.string({ minLength: 1 }), address_2: fc.string(), zip: fc.string() })
    fc.assert(
      fc.property(fc.emailAddress(), address, (email, streetAddress) => {
        const buyerAndMember = { ...stranger, email, addresses: [streetAddress] }
        expect(isPersonalOrder(buyerAndMember, buyerAndMember)).toBe(true)
      }),
    )
  })
})

describe('a near match', () => {
  it('is an order that matches the member only now', () => {
    expect(nearMatches(buyer({ phones: ['2015550100'] }), member)).toEqual(['matches_now'])
  })

  test.each([
    ['an email with a tag', buyer({ email: 'ana+shop@example.com' }), ['email_variant']],
    ['an email with dots', buyer({ email: 'a.n.a@example.com' }), ['email_variant']],
    ['the house without its unit', buyerAt('48 Dean St'), ['same_building']],
    ['another unit', buyerAt('48 Dean St', 'Unit 4'), []],
    ['the name in the same ZIP', { ...buyerAt('7 Oak Lane'), lastName: 'réyes' }, ['name_and_zip']],
    ['one of two names', { ...buyerAt('7 Oak Lane'), lastName: 'Lopez-Reyes' }, ['name_and_zip']],
    ['the name elsewhere', { ...buyerAt('7 Oak Lane', '', '10001'), lastName: 'Reyes' }, []],
    ['nothing in common', stranger, []],
  ] as const)('is %s', (_, buyerDetails, expected) => {
    expect(isPersonalOrder(buyerDetails, member)).toBe(false)
    expect(nearMatches(buyerDetails, member)).toEqual(expected)
  })
})
