import { expect, test } from 'vitest'
import { anySetting, settingGroups, settingKeys } from './registry.ts'
import { dollars, emailOrNothing, lines, name, oneOf, onOff, text, zip } from './setting-kinds.ts'

test('dollars are stored as cents and printed with two decimals', () => {
  expect(dollars.parse('25')).toBe(2500)
  expect(dollars.parse(' $1,250.5 ')).toBe(125_050)
  const minimum = dollars.restore('2500')
  expect(minimum).toBe(2500)
  expect(minimum !== undefined && dollars.print(minimum)).toBe('25.00')
  for (const wrong of ['', '-1', '1.005', 'abc', '1e3', '1000000.01']) expect(dollars.parse(wrong)).toBeUndefined()
  expect(dollars.restore('25.00')).toBeUndefined()
})

test('single-line and multi-line texts have length limits', () => {
  expect(text.parse('  Salon ')).toBe('Salon')
  expect(text.parse('a\nb')).toBeUndefined()
  expect(text.parse('x'.repeat(256))).toBeUndefined()
  expect(lines.parse('a\nb')).toBe('a\nb')
  expect(lines.parse('x'.repeat(2001))).toBeUndefined()
  expect(lines.parse('a\0b')).toBeUndefined()
})

test('a name must not be empty, but a previously stored empty one is still read', () => {
  expect(name.parse(' Salon ')).toBe('Salon')
  expect(name.parse(' ')).toBeUndefined()
  expect(name.restore('')).toBe('')
})

test('emails and ZIP codes must be well-formed', () => {
  expect(emailOrNothing.parse('')).toBe('')
  expect(emailOrNothing.parse('shop@example.com')).toBe('shop@example.com')
  expect(emailOrNothing.parse('shop@example.com\nBcc: a@example.com')).toBeUndefined()
  expect(emailOrNothing.parse('shop')).toBeUndefined()
  expect(zip.parse('07631')).toBe('07631')
  expect(zip.parse('7631')).toBeUndefined()
})

test('switches are written as on and off', () => {
  expect([' On ', 'off', 'yes', ''].map(onOff.parse)).toEqual([true, false, undefined, undefined])
  expect([true, false].map(onOff.print)).toEqual(['on', 'off'])
})

test.each(settingKeys)('the default of %s is a value that a person may set', (key) => {
  const { kind, default: fallback } = anySetting(key)
  expect(kind.parse(kind.print(fallback))).toEqual(fallback)
  expect(kind.restore(kind.store(fallback))).toEqual(fallback)
})

test('every setting belongs to one group, and no two have the same name', () => {
  expect(Object.values(settingGroups).flat().toSorted()).toEqual(settingKeys.toSorted())
  expect(new Set(settingKeys.map((key) => anySetting(key).name)).size).toBe(settingKeys.length)
})

test('a choice accepts only its options', () => {
  const kind = oneOf({ none: 'Nobody', all: 'Everybody' })
  expect([' All ', 'none', 'some', ''].map(kind.parse)).toEqual(['all', 'none', undefined, undefined])
  expect([kind.wanted, kind.choices?.length]).toEqual(['none or all', 2])
})
