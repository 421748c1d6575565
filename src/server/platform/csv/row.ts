import { type Instant, parseInstant } from '#domain/calendar/instant.ts'
import { monthOf } from '#domain/calendar/month.ts'
import { type Cents, parseDollars } from '#domain/money/money.ts'
import { unguardFormula } from './formula-guard.ts'

/** A cell that cannot be imported. Line 1 is the heading. */
export class RowError extends Error {
  readonly line: number
  readonly column: string | undefined
  constructor(line: number, column: string | undefined, message: string) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** Largest amount, weight or number that fits the database's integer type. */
const MAX_INT = 2_147_483_647

/** Matches a number of more than 11 digits in the notation that Excel displays and saves as CSV. */
const SCIENTIFIC_NOTATION = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i

/** Characters of a cell that a message quotes. */
const MAX_QUOTED = 255

const MONTH_DAY_YEAR = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?)?$/i
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d) \d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?$/

/** Excel writes 11/20/2026, and other programs add a time without a time zone; both mean the day. */
function normalizeSpreadsheetDate(cell: string): string {
  const [, month = '', day = '', year] = MONTH_DAY_YEAR.exec(cell) ?? []
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return DAY_AND_TIME.exec(cell)?.[1] ?? cell
}

/** One row of a CSV file; reading an invalid cell throws a RowError. */
export class Row<Column extends string> {
  readonly line: number
  readonly #cells: readonly string[]
  readonly #indexes: ReadonlyMap<Column, number>

  readonly #nameOf: (column: Column) => string

  constructor(
    line: number,
    cells: readonly string[],
    indexes: ReadonlyMap<Column, number>,
    nameOf: (column: Column) => string = (column) => column,
  ) {
    this.line = line
    this.#cells = cells
    this.#indexes = indexes
    this.#nameOf = nameOf
  }

  error(column: Column, message: string): RowError {
    return new RowError(this.line, this.#nameOf(column), message)
  }

  /** Reports whether the file has the column at all. */
  hasColumn(column: Column): boolean {
    return this.#indexes.has(column)
  }

  has(column: Column): boolean {
    return this.#cell(column).trim() !== ''
  }

  /** Returns the cell as it is, for messages about a row that cannot be read. */
  raw(column: Column): string {
    return this.#cell(column).trim().replaceAll('\0', '').slice(0, MAX_QUOTED).toWellFormed()
  }

  text(column: Column, limit: number): string {
    const text = unguardFormula(this.#cell(column))
    if (text.length > limit) throw this.error(column, `The text has ${text.length} characters; the limit is ${limit}.`)
    // Decoders insert U+FFFD for bytes that are not UTF-8.
    if (text.includes('\ufffd')) throw this.error(column, 'The text is not written in UTF-8.')
    if (text.includes('\0')) throw this.error(column, 'The text contains a NUL character.')
    return text
  }

  required(column: Column, limit: number): string {
    if (!this.has(column)) throw this.error(column, `${column} is missing.`)
    return this.text(column, limit)
  }

  /** Reads an identifying number, like a SKU: a spreadsheet may have stored only its first digits. */
  code(column: Column, limit: number): string {
    const code = this.text(column, limit).trim()
    if (SCIENTIFIC_NOTATION.test(code.replace(/^'/, ''))) {
      throw this.error(
        column,
        `“${code}” was shortened by the spreadsheet: format the column as text and enter the whole number.`,
      )
    }
    return code
  }

  /** Reads an amount in dollars. */
  amount(column: Column, max = MAX_INT): Cents {
    const cell = this.#cell(column).trim()
    if (cell === '') throw this.error(column, 'The amount is missing; write 0 for zero.')
    if (/^[-−(]/.test(unguardFormula(cell))) throw this.error(column, `“${cell}” is negative.`)
    const amount = parseDollars(cell)
    if (amount === undefined) {
      const fraction = /^\$?[\d,]+\.\d{3,}$/.test(cell)
      throw this.error(
        column,
        fraction ? `“${cell}” has a fraction of a cent.` : `“${cell}” is not an amount in dollars.`,
      )
    }
    if (amount > max) throw this.error(column, `“${cell}” is too large for an amount.`)
    return amount
  }

  /** Returns undefined if the cell is empty. */
  whole(column: Column): number | undefined {
    const cell = unguardFormula(this.#cell(column).trim())
    if (cell === '') return undefined
    // Spreadsheets write 12.0 and 1,200.
    if (!/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0*)?$/.test(cell)) {
      throw this.error(column, `“${cell}” is not a whole number.`)
    }
    return this.#toInteger(column, cell)
  }

  /** Returns undefined if the cell is empty. */
  count(column: Column): number | undefined {
    const count = this.whole(column)
    if (count !== undefined && count < 0) throw this.error(column, `“${count}” is negative.`)
    return count
  }

  requiredOneOf<Value extends string>(column: Column, values: readonly Value[]): Value {
    const cell = this.#cell(column).trim()
    if (cell === '') throw this.error(column, `${column} is missing; it must be one of ${values.join(', ')}.`)
    const match = values.find((value) => value === cell.toLowerCase())
    if (match === undefined) throw this.error(column, `“${cell}” is not one of ${values.join(', ')}.`)
    return match
  }

  /** Reads a day as spreadsheets rewrite it, or an instant; undefined if the cell is empty. */
  dayOrInstant(column: Column): Instant | undefined {
    return this.#readInstant(column, normalizeSpreadsheetDate)
  }

  /** Returns undefined if the cell is empty. */
  instant(column: Column): Instant | undefined {
    return this.#readInstant(column, (cell) => cell)
  }

  #readInstant(column: Column, clean: (cell: string) => string): Instant | undefined {
    const cell = this.#cell(column).trim()
    if (cell === '') return undefined
    const instant = parseInstant(clean(cell))
    if (!instant) {
      throw this.error(
        column,
        `“${cell}” is neither a date like 2026-03-31 nor a time with its zone like 2026-03-31T15:00:00Z.`,
      )
    }
    // The network uses months: the rest of the current one may be planned, but a later date is a mistyped year.
    if (monthOf(instant.ms) > monthOf(Date.now()))
      throw this.error(column, `“${cell}” is in a month that has not begun.`)
    return instant
  }

  /** Reads a weight, which may have decimals after conversion from another unit. */
  rounded(column: Column): number | undefined {
    const cell = this.#cell(column).trim()
    if (cell === '') return undefined
    if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(cell))
      throw this.error(column, `“${cell}” is not a number of 0 or more.`)
    return this.#toInteger(column, cell)
  }

  yesNo(column: Column): boolean | undefined {
    const cell = this.#cell(column).trim().toLowerCase()
    if (cell === '') return undefined
    if (['true', 'yes', '1'].includes(cell)) return true
    if (['false', 'no', '0'].includes(cell)) return false
    throw this.error(column, `“${cell}” is neither true nor false.`)
  }

  #cell(column: Column): string {
    const index = this.#indexes.get(column)
    return index === undefined ? '' : (this.#cells[index] ?? '')
  }

  #toInteger(column: Column, cell: string): number {
    const value = Math.round(Number(cell.replaceAll(',', '')))
    if (Math.abs(value) > MAX_INT) throw this.error(column, `“${cell}” is too large.`)
    return value
  }
}
