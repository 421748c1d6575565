import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readRecords } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-records-'))
const path = join(folder, 'file.csv')
afterAll(() => rmSync(folder, { recursive: true }))

async function read(text: string | Buffer) {
  writeFileSync(path, text)
  const records = []
  for await (const slice of readRecords(path, () => {})) records.push(...slice)
  return records
}

const readError = (text: string) =>
  read(text).then(
    () => undefined,
    ({ line, message }) => [line, message],
  )

describe('records of a CSV file', () => {
  it('end with any line break, or none for the last one', async () => {
    const records = [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c', ''] },
      { line: 3, cells: ['d'] },
    ]
    expect(await read('a,b\nc,\nd')).toEqual(records)
    expect(await read('\ufeffa,b\r\nc,\r\nd\r\n')).toEqual(records)
    expect(await read('a,b\rc,\rd\r')).toEqual(records)
    expect(await read('')).toEqual([])
  })

  it('count lines inside quotes', async () => {
    expect(await read('"a\nb","c ""d"""\r\n"",e\r"\r\n\r",\nf')).toEqual([
      { line: 1, cells: ['a\nb', 'c "d"'] },
      { line: 3, cells: ['', 'e'] },
      { line: 4, cells: ['\r\n\r', ''] },
      { line: 7, cells: ['f'] },
    ])
  })

  it.each([
    ['a\nb"c,d', [2, 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.']],
    ['a\n"b"c,d', [2, 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.']],
    ['a\n"b\nc', [2, 'A quotation mark at the start of a cell is never closed.']],
    [`a\n"${'b'.repeat(2_500_000)}"`, [2, 'The row is too long; a quotation mark may not be closed.']],
  ])('report what is malformed in %.10s', async (text, error) => {
    expect(await readError(text)).toEqual(error)
  })

  it('do not depend on how the file is cut into chunks', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', '\r', '🙂') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.nat(300_000), async (rows, length) => {
        const paddedRows = [['x'.repeat(length), ''], ...rows]
        const records = await read(stringify(paddedRows, { quoted: true }))
        expect(records.map(({ cells }) => cells)).toEqual(paddedRows)
      }),
      { numRuns: 50 },
    )
  })
})
