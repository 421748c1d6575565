import { expect, test } from 'vitest'
import { carrierCodes, guessCarrier, parseTrackingNumber, trackingUrl } from './carriers.ts'

test.each([
  ['1Z999AA10123456784', 'ups'],
  ['1z 999 aa1 01 2345 6784', 'ups'],
  ['9400 1000 0000 0000 0000 00', 'usps'],
  ['EA123456789US', 'usps'],
  ['420076319400100000000000000000', 'usps'],
  ['123456789012', 'fedex'],
  ['9611020987654312345672', 'fedex'],
  ['1234567890', 'dhl'],
  ['JJD000390007830000000', 'dhl'],
  ['ABC-1', undefined],
  ['', undefined],
])('the number %s is detected as one of %s', (number, carrier) => {
  expect(guessCarrier(number)).toBe(carrier)
})

test('a number is stored without the separators that labels print, and other text is refused', () => {
  expect(parseTrackingNumber(' 1z 999-AA1 ')).toBe('1Z999AA1')
  for (const invalid of ['', ' ', '1Z/../x', 'javascript:alert(1)', 'A&b=c', '1'.repeat(41), '한국']) {
    expect(parseTrackingNumber(invalid)).toBeUndefined()
  }
})

test('every known carrier has a tracking page, whose URL no number can alter', () => {
  for (const carrier of carrierCodes) {
    const url = trackingUrl(carrier, 'A&b="/#?')
    if (carrier === 'other') expect(url).toBeUndefined()
    else expect(new URL(url ?? '').href).toContain('A%26b%3D%22%2F%23%3F')
    expect(trackingUrl(carrier, '')).toBeUndefined()
  }
  expect(trackingUrl(null, '1')).toBeUndefined()
})
