import { describe, expect, it } from 'vitest'
import { formatTsv, parseTsv } from './tsv.ts'

describe('a block from a spreadsheet', () => {
  it.each<[string, string[][]]>([
    ['12.50', [['12.50']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"6"" brush"', [['two lines', '6" brush']]],
    ['6" brush\t"open', [['6" brush', '"open']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['', [['']]],
  ])('is read from %j', (text, rows) => expect(parseTsv(text)).toEqual(rows))

  it('is read back as it was copied', () => {
    const rows = [
      ['$1,234.50', '"quoted"', ''],
      ['6" brush', 'Orla', '0'],
    ]
    expect(parseTsv(formatTsv(rows))).toEqual(rows)
  })
})
