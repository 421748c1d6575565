import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { SavedAddress } from './account.ts'
import { uncheckedAddress } from './address.ts'
import { Contact, DeliveryAddress, Destination, PlaceOrder, QuoteQuery } from './checkout.ts'
import { phoneNumber, requiredText, textOrNull, zipText } from './fields.ts'
import { WrittenComment } from './post.ts'
import { NewChild } from './sales.ts'
import { Registration } from './sign-in.ts'

const required = requiredText('First Name is required.')
const phone = phoneNumber('Phone Number is required.')
const zip = zipText('Zip Code is required.')
const sentences = (schema: z.ZodMiniType, given: unknown) =>
  schema.safeParse(given).error?.issues.map(({ message }) => message) ?? []

describe('a required text', () => {
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
  ])('%j says nothing, and its own sentence is the only one', (given) => {
    expect(sentences(required, given)).toEqual(['First Name is required.'])
  })

  it.each(['A', '김', 'é', '\u200bA', '👩‍🎨', '…'])('%j says something', (given) => {
    expect(required.parse(given)).toBe(given)
  })

  it('is composed, so that whoever searches finds it however it was typed', () => {
    expect(required.parse('Re\u0301yes')).toBe('R\u00e9yes')
    expect(required.parse('\u1100\u1175\u11b7')).toBe('\uae40')
    expect(textOrNull().parse('Cafe\u0301')).toBe('Caf\u00e9')
    const { first_name } = uncheckedAddress
    expect(first_name.parse('Zoe\u0308')).toBe(required.parse('Zoe\u0308'))
  })

  it('is composed before it is measured, and not at all where it is too long however it is composed', () => {
    const short = requiredText('Required.', 4)
    expect(short.parse('  \u1f82\u1f82\u1f82\u1f82  '.normalize('NFD'))).toBe('\u1f82\u1f82\u1f82\u1f82')
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(sentences(required, `a${'\u0301\u0323'.repeat(500_000)}`)).toEqual(['This is longer than we can keep.'])
    expect(sentences(short, 'e\u0301'.repeat(9))).toEqual(['This is longer than we can keep.'])
    expect(normalize).not.toHaveBeenCalled()
    normalize.mockRestore()
  })

  it('is what a comment needs, in its own words', () => {
    expect(sentences(WrittenComment, { content: '\u200b\u3164' })).toEqual(['Content is required'])
  })
})

describe('a phone number', () => {
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
  ])('%j is kept as %j', (given, kept) => {
    expect(phone.parse(given)).toBe(kept)
  })

  it.each(['x', '555-017', '1234567890123456', 'call 2015550176', '201555017six', '<b>2015550176</b>', '٢٠١٥٥٥٠١٧٦'])(
    '%j is none',
    (given) => {
      expect(sentences(phone, given)).toEqual(['Phone Number is invalid.'])
    },
  )

  it.each([undefined, null, 2015550176, '', '\u200b'])('%j is missing', (given) => {
    expect(sentences(phone, given)).toEqual(['Phone Number is required.'])
  })

  it('of seven to fifteen digits keeps them all, and is the same when it is read again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[02-9]\d{6,14}$/), (digits) => {
        const kept = phone.parse(digits)
        expect(kept.replaceAll(/\D/g, '')).toBe(digits)
        expect(phone.parse(kept)).toBe(kept)
      }),
    )
  })
})

describe('a zip', () => {
  it.each(['07631', '07631-1234', '076311234', ' 07631-1234 ', '07631 1234'])(
    '%j is kept as its five digits',
    (given) => {
      expect(zip.parse(given)).toBe('07631')
    },
  )

  it.each(['0763', '07631-', '07631-123', '07631-12345', '076311', 'x7631', '07631-1234x'])('%j is none', (given) => {
    expect(sentences(zip, given)).toEqual(['Zipcode is invalid.'])
  })

  it('of quotes is exactly five digits', () => {
    expect(QuoteQuery.parse({ zipcode: '07631' })).toEqual({ zipcode: '07631' })
    for (const zipcode of ['07631-1234', '076311234']) {
      expect(sentences(QuoteQuery, { zipcode })).toEqual(['Zipcode is invalid.'])
    }
  })
})

describe('a text that may be left out', () => {
  it.each([undefined, null, '', ' \t'])('of %j reads as null', (given) => {
    expect(textOrNull().parse(given)).toBeNull()
  })

  it('is kept without the space around it', () => {
    expect(textOrNull().parse(' Reyes Beauty Studio ')).toBe('Reyes Beauty Studio')
  })

  it('is a text', () => {
    expect(sentences(textOrNull(), 7)).toHaveLength(1)
  })
})

const name = { first_name: 'Ana', last_name: 'Reyes' }
const person = { ...name, phone_number: '201.555.0100', address_1: '1 Main Street', city: 'Englewood', state: 'NJ' }
const address = { ...person, zip: '07631-1234' }
const kept = { ...person, phone_number: '(201) 555-0100', zip: '07631' }
const contact = { ...name, user_email: 'ana@example.com', phone_number: '2015550100' }

describe('every form', () => {
  it.each([
    ['registration', Registration, { ...address, cosmetology_id: 'NJ-1', email: 'a@example.com', franchise: 'N' }],
    ['a saved address', SavedAddress, address],
    ['a delivery address', DeliveryAddress, address],
    ['a destination', Destination, address],
    ['an added user', NewChild, { ...address, email: 'a@example.com' }],
  ])('of %s keeps phone number and zip alike, and may name a company', (_name, schema, form) => {
    expect(schema.parse(form)).toMatchObject({ ...kept, company: null })
    expect(schema.parse({ ...form, company: ' Kim & Co ' })).toMatchObject({ ...kept, company: 'Kim & Co' })
  })

  it('of a guest keeps the phone number so', () => {
    expect(Contact.parse(contact).phone_number).toBe('(201) 555-0100')
    expect(PlaceOrder.parse({ ...contact, type: 'P', payment: { payment_type: 'check' } }).phone_number).toBe(
      '(201) 555-0100',
    )
  })

  it.each([null, undefined, 7, [['x']]])(
    'of a destination says of %j what is missing, each field in its own words',
    (given) => {
      const fields = ['first_name', 'last_name', 'phone_number', 'address_1', 'city', 'state', 'zip']
      expect(sentences(Destination, Object.fromEntries(fields.map((field) => [field, given])))).toEqual([
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
