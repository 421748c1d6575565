import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { uncheckedAddress } from '#contract/addresses/schemas.ts'
import { Contact, DeliveryAddress, Destination, PlaceOrder, QuoteQuery, TotalsQuery } from '#contract/checkout/calls.ts'
import { testQuoteCall } from '#contract/checkout/rates.ts'
import { quoteStaffOrderCall } from '#contract/checkout/staff-orders.ts'
import { NewChild } from '#contract/compensation/sales.ts'
import { SavedAddress } from '#contract/customers/calls.ts'
import { Registration } from '#contract/customers/sign-in.ts'
import { WrittenComment } from '#contract/posts/calls.ts'
import {
  emailText,
  optionalLines,
  optionalText,
  personName,
  phoneNumber,
  requiredLines,
  requiredText,
  textOrNull,
  zipText,
} from './fields.ts'

const required = requiredText('First Name is required.')
const phone = phoneNumber('Phone Number is required.')
const zip = zipText('Zip Code is required.')
const errorMessages = (schema: z.ZodMiniType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? []

describe('required text', () => {
  it.each([
    undefined,
    null,
    5,
    true,
    [[]],
    {},
    '',
    ' \t\n',
    '\u00a0\u2003\u3000',
    '\u200b\u200c\u200d',
    '\ufeff',
    '\u00ad\u2060',
    '\u3164',
    '\u115f',
    '\u180e',
    '\u{e0041}',
    '\u202e\u2066',
    '\u2800',
    '\u0007',
  ])('rejects %j with only its own message', (input) => {
    expect(errorMessages(required, input)).toEqual(['First Name is required.'])
  })

  it.each(['A', '김', 'é', '👩‍🎨', '…', 'می‌خواهم', 'क्‍ष', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('accepts %j', (input) => {
    expect(required.parse(input)).toBe(input)
  })

  it.each([
    ['Jean\tLuc', 'Jean Luc'],
    ['Jean\r\n Luc', 'Jean Luc'],
    ['Ana\u2028Maria\u00a0Reyes\u3000Kim', 'Ana Maria Reyes Kim'],
    ['\ufeff\u202aZo\u200be\u00ad\u202c\u2069', 'Zoe'],
    ['A\u200dna\u200c', 'Ana'],
    ['x\u{e0041}y', 'xy'],
    ['\u200bA', 'A'],
  ])('cleans pasted %j to one line without invisible characters: %j', (pastedText, stored) => {
    expect(required.parse(pastedText)).toBe(stored)
    expect(optionalText().parse(pastedText)).toBe(stored)
    expect(uncheckedAddress.city.parse(pastedText)).toBe(stored)
    expect(personName('Required.').parse(pastedText)).toBe(stored)
  })

  it('keeps the line breaks and tabs of multi-line text', () => {
    expect(requiredLines('Required.').parse('\u202aone\u00a0line\r\n\ttwo\u2028three\u200b ')).toBe(
      'one line\n\ttwo\nthree',
    )
    expect(optionalLines().parse('a\rb\n\nc')).toBe('a\nb\n\nc')
  })

  it('is stored composed (NFC), so that searches match regardless of how it was typed', () => {
    expect(required.parse('Re\u0301yes')).toBe('R\u00e9yes')
    expect(required.parse('\u1100\u1175\u11b7')).toBe('\uae40')
    expect(textOrNull().parse('Cafe\u0301')).toBe('Caf\u00e9')
    const { first_name } = uncheckedAddress
    expect(first_name.parse('Zoe\u0308')).toBe(required.parse('Zoe\u0308'))
  })

  it('is composed before its length is checked, and not composed if it cannot fit', () => {
    const short = requiredText('Required.', 4)
    expect(short.parse('  \u1f82\u1f82\u1f82\u1f82  '.normalize('NFD'))).toBe('\u1f82\u1f82\u1f82\u1f82')
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(errorMessages(required, `a${'\u0301\u0323'.repeat(500_000)}`)).toEqual(['This is too long.'])
    expect(errorMessages(short, 'e\u0301'.repeat(9))).toEqual(['This is too long.'])
    expect(normalize).not.toHaveBeenCalled()
    normalize.mockRestore()
  })

  it('has a custom message for comments', () => {
    expect(errorMessages(WrittenComment, { content: '\u200b\u3164' })).toEqual(['Content is required'])
  })
})

describe('phone numbers', () => {
  it.each([
    ['2015550176', '(201) 555-0176'],
    [' 201.555.0176 ', '(201) 555-0176'],
    ['(201) 555-0176', '(201) 555-0176'],
    ['+1 201 555 0176', '(201) 555-0176'],
    ['555-0176', '555-0176'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+82 2-312-3456', '+82 2-312-3456'],
    ['201-555-0176 ext. 42', '201-555-0176 ext. 42'],
    ['123456789012345', '123456789012345'],
    ['\u202a(212) 555-0147\u202c', '(212) 555-0147'],
    ['212\u2011555\u20110147', '(212) 555-0147'],
    ['212\u2013555\u22120147', '(212) 555-0147'],
    ['tel:+1-212-555-0147', '(212) 555-0147'],
    ['TEL: +12125550147', '(212) 555-0147'],
    ['tel:+44-20-7946-0958', '+44-20-7946-0958'],
    ['tel:+1-212-555-0147;ext=12', '+1-212-555-0147 ext. 12'],
    ['\u00a0+1\u00a0(212)\u00a0555\u00a00147', '(212) 555-0147'],
    ['２１２５５５０１４７', '(212) 555-0147'],
    ['\u2066212.555.0147\u2069', '(212) 555-0147'],
  ])('stores %j as %j', (input, stored) => {
    expect(phone.parse(input)).toBe(stored)
  })

  it.each(['x', '555-017', '1234567890123456', 'call 2015550176', '201555017six', '<b>2015550176</b>', '٢٠١٥٥٥٠١٧٦'])(
    'rejects %j as invalid',
    (input) => {
      expect(errorMessages(phone, input)).toEqual(['Phone Number is invalid.'])
    },
  )

  it.each([undefined, null, 2015550176, '', '\u200b'])('rejects %j as missing', (input) => {
    expect(errorMessages(phone, input)).toEqual(['Phone Number is required.'])
  })

  it('with 7 to 15 digits keep all digits and parse to themselves', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[02-9]\d{6,14}$/), (digits) => {
        const stored = phone.parse(digits)
        expect(stored.replaceAll(/\D/g, '')).toBe(digits)
        expect(phone.parse(stored)).toBe(stored)
      }),
    )
  })
})

describe('ZIPs', () => {
  it.each([
    '07631',
    '07631-1234',
    '076311234',
    ' 07631-1234 ',
    '07631 1234',
    '"07631-1234"',
    "'07631",
    '“07631”',
    '07631\u20111234',
    '07631 \u2013 1234',
    '\u00a007631\u00a0',
    '０７６３１',
    '\u202a07631\u202c',
  ])('stores the five digits of %j as %j', (input) => {
    expect(zip.parse(input)).toBe('07631')
  })

  it.each(['0763', '07631-', '07631-123', '07631-12345', '076311', 'x7631', '07631-1234x'])(
    'rejects %j as invalid',
    (input) => {
      expect(errorMessages(zip, input)).toEqual(['Zipcode is invalid.'])
    },
  )

  it('in quotes, totals and test quotes follow the rules of addresses', () => {
    for (const zipcode of ['07631', '07631-1234', '076311234', '"07631-1234"']) {
      expect(QuoteQuery.parse({ zipcode })).toEqual({ zipcode: '07631' })
      expect(TotalsQuery.parse({ type: 'D', state: 'nj', zipcode, shipping_method: 'x' })).toMatchObject({
        state: 'NJ',
        zipcode: '07631',
      })
      expect(
        quoteStaffOrderCall.body.parse({ lines: [{ product_id: 1, quantity: 1 }], type: 'D', zipcode }),
      ).toMatchObject({ zipcode: '07631' })
      expect(testQuoteCall.query.parse({ zip: zipcode, state: 'NJ', goods: '1', weight: '1' })).toMatchObject({
        zip: '07631',
      })
    }
    expect(errorMessages(QuoteQuery, { zipcode: '0763' })).toEqual(['Zipcode is invalid.'])
    expect(errorMessages(QuoteQuery, { zipcode: '' })).toEqual(['Zipcode is required.'])
  })
})

describe('email addresses', () => {
  const email = emailText('Email Address is required.', 'Email Address is invalid.')
  it.each([
    ['Ana@Example.com', 'ana@example.com'],
    ['ana@münchen.example', 'ana@xn--mnchen-3ya.example'],
    ['ana@MÜNCHEN.example', 'ana@xn--mnchen-3ya.example'],
    ['ana@xn--mnchen-3ya.example', 'ana@xn--mnchen-3ya.example'],
    ['ana@mail.xn--p1ai', 'ana@mail.xn--p1ai'],
    ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
    ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['cut&color@example.com', 'cut&color@example.com'],
    ["o'neil+{x}=/?^_`|~!#$%*@example.com", "o'neil+{x}=/?^_`|~!#$%*@example.com"],
    ['\u202aana@example.com\u202c\u200b', 'ana@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is stored as %s in every form', (input, stored) => {
    expect(email.parse(input)).toBe(stored)
    expect(email.parse(stored)).toBe(stored)
    expect(
      PlaceOrder.parse({ ...contact, user_email: input, type: 'P', payment: { payment_type: 'check' } }).user_email,
    ).toBe(stored)
  })

  it.each([
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(60)}.com`,
    'ana',
    '@example.com',
    'ana@',
    'ana@example',
    'ana@example.c',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a b@example.com',
    'ana@-x.com',
    'ana@x-.com',
    'ana@x..com',
    'ana@1.1.1.1',
    'ana@[127.0.0.1]',
    'añá@example.com',
    'a@b@example.com',
    '"a b"@example.com',
    'ana@exa_mple.com',
    'ana@münchen',
    'ana@a/ü.com',
  ])('rejects %s as invalid', (input) => {
    expect(errorMessages(email, input)).toEqual(['Email Address is invalid.'])
  })

  it.each(['', '  ', '\u200b', undefined, 7])('rejects %j as missing', (input) => {
    expect(errorMessages(email, input)).toEqual(['Email Address is required.'])
  })
})

describe('optional text', () => {
  it.each([undefined, null, '', ' \t'])('reads %j as null', (input) => {
    expect(textOrNull().parse(input)).toBeNull()
  })

  it('is trimmed', () => {
    expect(textOrNull().parse(' Reyes Beauty Studio ')).toBe('Reyes Beauty Studio')
  })

  it('must be a string', () => {
    expect(errorMessages(textOrNull(), 7)).toHaveLength(1)
  })
})

const name = { first_name: 'Ana', last_name: 'Reyes' }
const person = { ...name, phone_number: '201.555.0100', address_1: '1 Main Street', city: 'Englewood', state: 'NJ' }
const address = { ...person, zip: '07631-1234' }
const stored = { ...person, phone_number: '(201) 555-0100', zip: '07631' }
const contact = { ...name, user_email: 'ana@example.com', phone_number: '2015550100' }

describe('every form', () => {
  it.each([
    ['registration', Registration, { ...address, cosmetology_id: 'NJ-1', email: 'a@example.com', franchise: 'N' }],
    ['a saved address', SavedAddress, address],
    ['a delivery address', DeliveryAddress, address],
    ['a destination', Destination, address],
    ['an added user', NewChild, { ...address, email: 'a@example.com' }],
  ])('for %s stores phone number and ZIP alike, and has an optional company', (_name, schema, form) => {
    expect(schema.parse(form)).toMatchObject({ ...stored, company: null })
    expect(schema.parse({ ...form, company: ' Kim & Co ' })).toMatchObject({ ...stored, company: 'Kim & Co' })
  })

  it('for a guest stores the phone number the same way', () => {
    expect(Contact.parse(contact).phone_number).toBe('(201) 555-0100')
    expect(PlaceOrder.parse({ ...contact, type: 'P', payment: { payment_type: 'check' } }).phone_number).toBe(
      '(201) 555-0100',
    )
  })

  it.each([null, undefined, 7, [['x']]])(
    'for a destination reports what is missing from %j, each field with its own message',
    (input) => {
      const fields = ['first_name', 'last_name', 'phone_number', 'address_1', 'city', 'state', 'zip']
      expect(errorMessages(Destination, Object.fromEntries(fields.map((field) => [field, input])))).toEqual([
        'First Name is required.',
        'Last Name is required.',
        'Phone Number is required.',
        'Address is required.',
        'City is required.',
        'State is required.',
        'Zipcode is required.',
      ])
    },
  )
})
