import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { caretInMask, maskPhone } from './phone-mask.ts'

describe('the phone mask', () => {
  it.each([
    ['', ''],
    ['2', '(2'],
    ['201', '(201'],
    ['2015', '(201) 5'],
    ['201555', '(201) 555'],
    ['2015550', '(201) 555-0'],
    ['2015550176', '(201) 555-0176'],
    ['201.555.0176', '(201) 555-0176'],
    ['(201) 555-0176', '(201) 555-0176'],
    ['1 201 555 0176', '(201) 555-0176'],
    ['+1 (201) 555-0176', '(201) 555-0176'],
    ['+12015550176', '(201) 555-0176'],
    ['(020) 794-60958', '02079460958'],
  ])('writes %j as %j', (input, masked) => {
    expect(maskPhone(input)).toBe(masked)
  })

  it.each(['+', '+44 20 7946 0958', '+82 2-312-3456', '+1 201 555', '02079460958', '004420794609'])(
    'leaves %j, which does not fit the mask, unchanged',
    (input) => {
      expect(maskPhone(input)).toBe(input)
    },
  )

  test('never loses a digit of a number without a country code, and is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[02-9][\d ().-]{0,18}$/), (input) => {
        const masked = maskPhone(input)
        expect(masked.replaceAll(/\D/g, '')).toBe(input.replaceAll(/\D/g, ''))
        expect(maskPhone(masked)).toBe(masked)
      }),
    )
  })
})

describe('the caret', () => {
  /** `|` marks the caret. */
  const move = (input: string): string => {
    const caret = input.indexOf('|')
    const before = input.replace('|', '')
    const after = maskPhone(before)
    const newCaret = caretInMask(before, caret, after)
    return `${after.slice(0, newCaret)}|${after.slice(newCaret)}`
  }

  it.each([
    ['2015|', '(201) 5|'],
    ['(201) 59|50-176', '(201) 59|5-0176'],
    ['(020) 794-60958|', '02079460958|'],
    // The space was deleted, which changes nothing; the next backspace deletes a digit.
    ['(201)|555-0176', '(201|) 555-0176'],
    ['(20|) 555-0176', '(20|5) 550-176'],
    ['|(201) 555-0176', '|(201) 555-0176'],
    ['+12015550176|', '(201) 555-0176|'],
    ['12015|550176', '(201) 5|55-0176'],
  ])('for %j stays behind the same digit: %j', (input, masked) => {
    expect(move(input)).toBe(masked)
  })
})
