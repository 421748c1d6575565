import { expect, it } from 'vitest'
import { barcodeSpellings, isCodeOf } from './barcode.ts'

const masque = { sku: 'KR-101', barcode: '012345678905' }

it('a UPC equals the EAN with a leading zero', () => {
  expect(isCodeOf('012345678905', masque)).toBe(true)
  expect(isCodeOf('0012345678905', masque)).toBe(true)
  expect(isCodeOf(' 12345678905 ', masque)).toBe(true)
  expect(isCodeOf('112345678905', masque)).toBe(false)
})

it('a barcode that was stored without its zeros is the same', () => {
  const stored = { sku: '', barcode: '12345678905' }
  expect(
    ['12345678905', '012345678905', '0012345678905', '00012345678905'].map((code) => isCodeOf(code, stored)),
  ).toEqual([true, true, true, true])
  expect(isCodeOf('123456789', stored)).toBe(false)
})

it('a SKU is case-insensitive, and is not a barcode with zeros', () => {
  expect(isCodeOf('kr-101', masque)).toBe(true)
  expect(isCodeOf('KR-10', masque)).toBe(false)
  expect(isCodeOf('0101', { sku: '101', barcode: null })).toBe(false)
})

it('an empty code matches nothing, not even a product without one', () => {
  expect(barcodeSpellings(' ')).toEqual([])
  expect(isCodeOf('', { sku: '', barcode: null })).toBe(false)
})
