import { expect, it } from 'vitest'
import { listBarcodeSpellings, matchesProductCode } from './barcode.ts'

const masque = { sku: 'KR-101', barcode: '012345678905' }

it('a UPC equals the EAN with a leading zero', () => {
  expect(matchesProductCode('012345678905', masque)).toBe(true)
  expect(matchesProductCode('0012345678905', masque)).toBe(true)
  expect(matchesProductCode(' 12345678905 ', masque)).toBe(true)
  expect(matchesProductCode('112345678905', masque)).toBe(false)
})

it('a barcode that was stored without its zeros is the same', () => {
  const stored = { sku: '', barcode: '12345678905' }
  expect(
    ['12345678905', '012345678905', '0012345678905', '00012345678905'].map((code) => matchesProductCode(code, stored)),
  ).toEqual([true, true, true, true])
  expect(matchesProductCode('123456789', stored)).toBe(false)
})

it('a SKU is case-insensitive, and is not a barcode with zeros', () => {
  expect(matchesProductCode('kr-101', masque)).toBe(true)
  expect(matchesProductCode('KR-10', masque)).toBe(false)
  expect(matchesProductCode('0101', { sku: '101', barcode: null })).toBe(false)
})

it('an empty code matches nothing, not even a product without one', () => {
  expect(listBarcodeSpellings(' ')).toEqual([])
  expect(matchesProductCode('', { sku: '', barcode: null })).toBe(false)
})
