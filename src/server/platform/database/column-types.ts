import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
// The types declare only scalar types; the parsers support arrays as well.
const TEXT_ARRAY = 1009 as typeof builtins.TEXT
const readTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

const customParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, readSafeInteger],
  [INT8_ARRAY, (text) => readTextArray(text).map((value) => (value === null ? null : readSafeInteger(value)))],
  // A date has no time zone; as a Date it would move to the previous day in half of the world.
  [builtins.DATE, (text) => text],
  [DATE_ARRAY, readTextArray],
])

/** Parses bigint as a number and date as 'YYYY-MM-DD', leaves numeric as text, and everything else as in `pg`. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    customParsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

function readSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is too large to be exact.`)
  return value
}
