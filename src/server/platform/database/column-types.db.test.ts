import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'

databaseTest('column values', (connection) => {
  const read = async (expression: string) =>
    (await connection().pool.query(`select ${expression} as value`)).rows[0].value

  test('are exact numbers, or rejected', async () => {
    expect(await read('9007199254740991::int8')).toBe(9007199254740991)
    expect(await read('array[1, null]::int8[]')).toEqual([1, null])
    await expect(read('9007199254740992::int8')).rejects.toThrow('too large to be exact')
    expect(await read('0.10::numeric')).toBe('0.10')
  })

  test('are dates without a time of day, and timestamps with one', async () => {
    expect(await read(`date '2026-11-01'`)).toBe('2026-11-01')
    expect(await read(`array['2026-11-01']::date[]`)).toEqual(['2026-11-01'])
    expect(await read(`timestamptz '2026-11-01 00:00-04'`)).toEqual(new Date('2026-11-01T04:00:00Z'))
    expect(await read(`current_setting('TimeZone')`)).toBe('UTC')
  })
})
