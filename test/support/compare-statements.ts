import { decodeText } from '#domain/text/decode-text.ts'
import { parseBankText } from '#server/orders/bank-transactions/parse-bank-text.ts'
import { type RowKind, randomStatement, type StatementRow } from './random-statements.ts'

export type StatementFigures = {
  /** Number of rows by kind. */
  rows: Record<RowKind, number>
  /** Incoming payments that were read with amount and reference, and those bookable in bulk. */
  foundCount: number
  bookable: number
  /** Rows that must not be bookable in bulk, but are. */
  wronglyBookable: string[]
  missed: string[]
}

/** Reads `count` random statements from a seed on, and compares the results with their truth. */
export function compareStatements(seed: number, count: number): StatementFigures {
  const figures: StatementFigures = {
    rows: { in: 0, out: 0, unsettled: 0, foreign: 0, shifted: 0, cut: 0 },
    foundCount: 0,
    bookable: 0,
    wronglyBookable: [],
    missed: [],
  }
  for (let index = seed; index < seed + count; index++) {
    const { name, bytes, pasted, rows } = randomStatement(index)
    const result = parseBankText(decodeText(bytes), { today: '2026-11-28', ...(pasted && { kind: 'paste' as const }) })
    const notices = result.ok ? result.read.notices : []
    const describeRow = (row: StatementRow) =>
      `${row.kind} in statement ${index} (${name}): ${row.cents} ${row.reference}`
    for (const row of rows) {
      figures.rows[row.kind]++
      const read = notices.filter(({ memo }) => memo.includes(row.reference))
      const isRead = read.some(({ amountCents }) => amountCents === row.cents)
      const isBookable = read.some(({ isUnconfirmed }) => !isUnconfirmed)
      if (row.kind !== 'in') {
        if (isBookable) figures.wronglyBookable.push(describeRow(row))
        continue
      }
      if (isRead) figures.foundCount++
      else figures.missed.push(describeRow(row))
      if (isRead && isBookable) figures.bookable++
    }
    // Every bookable transaction corresponds to a row.
    for (const { memo, line, isUnconfirmed } of notices)
      if (!isUnconfirmed && !rows.some(({ reference }) => memo.includes(reference)))
        figures.wronglyBookable.push(`line ${line} of statement ${index}: ${memo}`)
  }
  return figures
}
