import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { normalizeForm } from './normal-form.ts'

const marks = /[\p{M}\uff9e\uff9f]+/gu

describe('a normal form', () => {
  it.each([
    ['Vietnamese', 'Nguye\u0302\u0303n Thi\u0323 A\u0301nh'],
    ['Korean', '\u1100\u1175\u11b7 \u1112\u1161\u11ab'.repeat(50)],
    ['Hindi', 'क्ष्मी श्री'],
    ['Tamil', 'கொற்றவை'],
    ['Thai', 'น้ำ ผู้ใหญ่'],
    ['Tibetan', 'བསྒྲུབས'],
    ['Hebrew', 'בְּרֵאשִׁ֖ית'],
    ['Arabic', 'مُحَمَّدٌ'],
    ['kana', 'ｶﾞｯﾂﾎﾟｰｽﾞ'],
    ['a letter with 30 marks', `a${'\u0323\u0301'.repeat(15)}`],
    ['a letter with 30 marks beyond the first plane', `a${'\u{1d165}\u{1d16d}'.repeat(15)}`],
  ])('matches Unicode for %s', (_name, text) => {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) expect(normalizeForm(text, form)).toBe(text.normalize(form))
  })

  it('matches Unicode for any text without a stack of marks', () => {
    const letter = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(letter, (text) => {
        expect(normalizeForm(text, 'NFC')).toBe(text.normalize('NFC'))
      }),
    )
  })

  it.each([
    ['two kinds', '\u0301\u0323'],
    ['an astral kind', '\u{1d165}\u0323'],
    ['half-width kana', '\uff9e\u0301'],
  ])('keeps thirty of a million marks of %s on a letter, and never sorts more', (_name, two) => {
    const sorted: number[] = []
    const normalize = String.prototype.normalize
    const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
      sorted.push(...[...this.matchAll(marks)].map(([run]) => [...run].length))
      return normalize.call(this, form)
    })
    const read = normalizeForm(`a${two.repeat(500_000)}b`, 'NFKC')
    spy.mockRestore()
    expect(sorted).toEqual([30])
    expect(normalizeForm(read, 'NFKC')).toBe(read)
    expect(read.endsWith('b')).toBe(true)
  })
})
