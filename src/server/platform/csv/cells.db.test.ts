import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { textCell } from './cells.ts'
import { guardFormula } from './formula-guard.ts'

const PREFIXES = [
  '',
  "'",
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u00a0',
  '\u3000',
  ' \t',
  '\x01',
  '\u{e0020}',
  'a',
  'é',
]
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '−', 'x', '5', '\t', '\r', '\n']

databaseTest('cells written by the database', (connection) => {
  test('are guarded like those written by the shop', async () => {
    const texts = PREFIXES.flatMap((prefix) => SIGNS.map((sign) => `${prefix}${sign}1`))
    const { rows } = await sql<{ cell: string }>`
      select ${sql.raw(textCell('input.text'))} as cell
        from unnest(${texts}::text[]) with ordinality input (text, position) order by position`.execute(connection().db)
    expect(rows.map(({ cell }) => cell)).toEqual(texts.map(guardFormula))
  })
})
