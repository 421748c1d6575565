import { describe, expect, it } from 'vitest'
import { address } from '#test/address.ts'
import { addressFields, addressLines, emptyAddress, pickAddress, placeLines } from './address.ts'

describe('an address', () => {
  it('is formatted line by line for a parcel', () => {
    expect(addressLines(address)).toEqual([
      'Ana Reyes',
      'Reyes Beauty Studio',
      '1 Main Street',
      'Suite 2',
      'Englewood, NJ 07631',
      '(201) 555-0100',
    ])
  })

  it('omits lines of empty fields', () => {
    const sparseAddress = { ...address, company: null, address_2: ' ', phone_number: '' }
    expect(addressLines(sparseAddress)).toEqual(['Ana Reyes', '1 Main Street', 'Englewood, NJ 07631'])
    expect(placeLines(sparseAddress)).toEqual(['1 Main Street', 'Englewood, NJ 07631'])
  })

  it('shows every field that is set', () => {
    const labeled = { ...emptyAddress, ...Object.fromEntries(addressFields.map((field) => [field, `<${field}>`])) }
    const output = addressLines(labeled).join('\n')
    expect(addressFields.filter((field) => !output.includes(`<${field}>`))).toEqual([])
  })

  it('is picked from an object with more fields', () => {
    expect(pickAddress({ ...address, email: 'ana@example.com' } as typeof address)).toEqual(address)
  })
})
