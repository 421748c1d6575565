import { describe, expect, it } from 'vitest'
import { address } from '#test/address.ts'
import { addressFields, addressLines, emptyAddress, pickAddress, placeLines } from './address.ts'

describe('an address', () => {
  it('stands on a parcel line by line', () => {
    expect(addressLines(address)).toEqual([
      'Ana Reyes',
      'Reyes Beauty Studio',
      '1 Main Street',
      'Suite 2',
      'Englewood, NJ 07631',
      '(201) 555-0100',
    ])
  })

  it('has no line for what was left out', () => {
    const short = { ...address, company: null, address_2: ' ', phone_number: '' }
    expect(addressLines(short)).toEqual(['Ana Reyes', '1 Main Street', 'Englewood, NJ 07631'])
    expect(placeLines(short)).toEqual(['1 Main Street', 'Englewood, NJ 07631'])
  })

  it('shows every field that it has', () => {
    const named = { ...emptyAddress, ...Object.fromEntries(addressFields.map((field) => [field, `<${field}>`])) }
    const shown = addressLines(named).join('\n')
    expect(addressFields.filter((field) => !shown.includes(`<${field}>`))).toEqual([])
  })

  it('is picked out of what holds more', () => {
    expect(pickAddress({ ...address, email: 'ana@example.com' } as typeof address)).toEqual(address)
  })
})
