import { type Instant, parseInstant } from '#domain/instant.ts'
import { type Cents, parseDollars } from '#domain/money.ts'
import { monthOf } from '#domain/month.ts'
import { unguardFormula } from './formula-guard.ts'

/** A cell that cannot be imported. Lines count from 1, the heading being the first. */
export class RowError extends Error {
  readonly line: number
  readonly column: string | undefined
  constructor(line: number, column: string | undefined, sentence: string) {
    super(sentence)
    this.line = line
    this.column = column
  }
}

/** The largest amount, weight or number that fits the database's integer. */
const LARGEST = 2_147_483_647

/** One row of a CSV file; reading a cell that makes no sense throws a RowError. */
export class Row<Column extends string> {
  readonly line: number
  readonly #cells: readonly string[]
  readonly #indexes: ReadonlyMap<Column, number>

  constructor(line: number, cells: readonly string[], indexes: ReadonlyMap<Column, number>) {
    this.line = line
    this.#cells = cells
    this.#indexes = indexes
  }

  error(column: Column, sentence: string): RowError {
    return new RowError(this.line, column, sentence)
  }

  has(column: Column): boolean {
    return this.#cell(column).trim() !== ''
  }

  text(column: Column, limit: number): string {
    const text = unguardFormula(this.#cell(column))
    if (text.length > limit)
      throw this.error(column, `The text has ${text.length} characters; the shop keeps ${limit}.`)
    // Decoders put U+FFFD for bytes that are not UTF-8.
    if (text.includes('\ufffd')) throw this.error(column, 'The text is not written in UTF-8.')
    if (text.includes('\0')) throw this.error(column, 'The text has a NUL character in it.')
    return text
  }

  required(column: Column, limit: number): string {
    if (!this.has(column)) throw this.error(column, `${column} is missing.`)
    return this.text(column, limit)
  }

  /** In dollars. */
  amount(column: Column, most = LARGEST): Cents {
    const cell = this.#cell(column).trim()
    if (cell === '') throw this.error(column, 'The amount is missing; 0 is written as 0.')
    if (/^[-−(]/.test(unguardFormula(cell))) throw this.error(column, `“${cell}” is negative.`)
    const amount = parseDollars(cell)
    if (amount === undefined) {
      const fraction = /^\$?[\d,]+\.\d{3,}$/.test(cell)
      throw this.error(
        column,
        fraction ? `“${cell}” has a fraction of a cent.` : `“${cell}” is not an amount in dollars.`,
      )
    }
    if (amount > most) throw this.error(column, `“${cell}” is more than an amount can be.`)
    return amount
  }

  /** Undefined if the cell is empty. */
  whole(column: Column): number | undefined {
    const cell = unguardFormula(this.#cell(column).trim())
    if (cell === '') return undefined
    if (!/^-?\d+$/.test(cell)) throw this.error(column, `“${cell}” is not a whole number.`)
    return this.#inRange(column, cell)
  }

  /** Undefined if the cell is empty. */
  count(column: Column): number | undefined {
    const count = this.whole(column)
    if (count !== undefined && count < 0) throw this.error(column, `“${count}” is negative.`)
    return count
  }

  requiredOneOf<Word extends string>(column: Column, words: readonly Word[]): Word {
    const cell = this.#cell(column).trim()
    if (cell === '') throw this.error(column, `${column} is missing; it is one of ${words.join(', ')}.`)
    const word = words.find((known) => known === cell.toLowerCase())
    if (word === undefined) throw this.error(column, `“${cell}” is none of ${words.join(', ')}.`)
    return word
  }

  /** Undefined if the cell is empty. */
  instant(column: Column): Instant | undefined {
    const cell = this.#cell(column).trim()
    if (cell === '') return undefined
    const instant = parseInstant(cell)
    if (!instant) {
      throw this.error(
        column,
        `“${cell}” is neither a day like 2026-03-31 nor an instant with its zone like 2026-03-31T15:00:00Z.`,
      )
    }
    // The network counts by months: what is still to come of this one may be planned, later is a mistyped year.
    if (monthOf(instant.ms) > monthOf(Date.now()))
      throw this.error(column, `“${cell}” is in a month that has not begun.`)
    return instant
  }

  /** A weight may have decimals after conversion from another unit. */
  rounded(column: Column): number | undefined {
    const cell = this.#cell(column).trim()
    if (cell === '') return undefined
    if (!/^\d+(?:\.\d+)?$/.test(cell)) throw this.error(column, `“${cell}” is not a number from 0.`)
    return this.#inRange(column, cell)
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

  #inRange(column: Column, cell: string): number {
    const value = Math.round(Number(cell))
    if (Math.abs(value) > LARGEST) throw this.error(column, `“${cell}” is too large.`)
    return value
  }
}
