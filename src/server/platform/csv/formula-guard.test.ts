import { expect, it, test } from 'vitest'
import { guardFormula, unguardFormula } from './formula-guard.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']

it.each([
  ...SIGNS.map((sign) => `${sign}1`),
  ...['\u200b', '\u2060', '\ufeff', '\u00ad', ' ', '\u00a0', '\u3000', '\u202e', '\u3164', '\u{e0020}', '\x01'].map(
    (prefix) => `${prefix}=1+1`,
  ),
  ' \u200b\t ＝cmd',
  '\tx',
  '\rx',
  '\nx',
])('%j is guarded', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`)
  expect(unguardFormula(`'${text}`)).toBe(text)
})

it.each(["'=x", "''=x", "'\u200b=x", "'quoted'", "'", '', 'a=b', "o'clock", ' 5 ml', '\u200bAna', '1-2', 'é＝'])(
  '%j is read back unchanged',
  (text) => {
    expect(unguardFormula(guardFormula(text))).toBe(text)
  },
)

it.each(['a=b', "o'clock", ' 5 ml', '\u200bAna', '1-2', '(-)', '박지민'])('%j is unchanged', (text) => {
  expect(guardFormula(text)).toBe(text)
})

test('every invisible character is skipped before a sign', () => {
  const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]$/u
  const missed: string[] = []
  // PostgreSQL stores no NUL, so no text has one.
  for (let codePoint = 1; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint)
    if (invisible.test(character) && guardFormula(`${character}=1`) === `${character}=1`)
      missed.push(codePoint.toString(16))
  }
  expect(missed).toEqual([])
})
