import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { foldForSearch } from '#domain/text/search-fold.ts'
import { databaseTest } from '#test/database.ts'

/** Ideographs and syllables follow one rule each; every 53rd is compared. */
const SPARSE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Tangut}\p{sc=Khitan_Small_Script}\p{sc=Yi}]/u
/** Letters of Unicode 14 and later, which an older database server does not know. */
const TOO_NEW =
  /[\u1c89\u2c2f\ua7c0\ua7c7-\ua7f5\u{10570}-\u{105f3}\u{10d50}-\u{10d8f}\u{16ea0}-\u{16edf}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u
const ASSIGNED = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\p{Cc}]/u

const compared = Array.from({ length: 0x10ffff }, (_, i) => i + 1).filter((code) => {
  const letter = String.fromCodePoint(code)
  return ASSIGNED.test(letter) && !TOO_NEW.test(letter) && (!SPARSE.test(letter) || code % 53 === 0)
})

databaseTest('search folding', (connection) => {
  it('is identical in the database and the domain for every letter, mark and sign', async () => {
    const texts = compared.map((code) => {
      const letter = String.fromCodePoint(code)
      return `Aé ${letter}b’${letter}\u0301 -${letter}`
    })
    const { rows } = await sql<{ folded: string }>`
      select normalize_for_search(text) as folded from unnest(${texts}::text[]) with ordinality as input (text, n) order by n`.execute(
      connection().db,
    )
    const different = rows.flatMap(({ folded }, i) => {
      const expected = foldForSearch(texts[i] ?? '')
      return folded === expected ? [] : [`U+${compared[i]?.toString(16)}: ${folded} instead of ${expected}`]
    })
    expect(different).toEqual([])
    expect(rows.length).toBeGreaterThan(30_000)
  })
})
