import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Network } from './network.ts'

export type Row = Record<string, string>
type Example = 'example-1' | 'example-2'

/** Reads a table of docs/plan as one object per row, every cell as written. */
export function readTable(name: string): Row[] {
  return parse(readFileSync(new URL(`../../docs/plan/${name}.csv`, import.meta.url)), { columns: true })
}

export const readCell = (row: Row | undefined, column: string): string => {
  const cell = row?.[column]
  if (cell === undefined) throw new Error(`the table has no column ${column}`)
  return cell
}

/** `-705.07` → −70507, parsed digit by digit. */
export function readCents(cell: string): number {
  const [, sign, dollars, fraction] = /^(-?)(\d+)\.(\d\d)$/.exec(cell) ?? []
  if (dollars === undefined || fraction === undefined) throw new Error(`"${cell}" is not an amount`)
  const value = Number(dollars) * 100 + Number(fraction)
  return sign === '-' ? 0 - value : value
}

export const writeCents = (value: number): string => {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An example's members by letter, and its orders by number. */
export function readExample(example: Example) {
  const memberRows = readTable(`${example}/members`)
  const numbers = memberRows.map((row) => readCell(row, 'member_no'))
  const indexOf = (letter: string): number => {
    const index = numbers.indexOf(letter)
    if (index === -1) throw new Error(`unknown member ${letter}`)
    return index
  }
  const members: Network['members'] = memberRows.map((row) => ({
    sponsor: row.sponsor_no ? indexOf(row.sponsor_no) : undefined,
    active: row.status === 'active',
  }))
  const orders = readTable(`${example}/orders`).map((row) => ({
    orderNo: readCell(row, 'order_no'),
    completedAt: Date.parse(readCell(row, 'completed_at')),
    canceledAt: row.canceled_at ? Date.parse(row.canceled_at) : undefined,
    credited: row.member_no ? indexOf(row.member_no) : undefined,
    customer: row.kind === 'customer',
    cvCents: readCents(readCell(row, 'cv')),
    pv: Number(readCell(row, 'pv')),
  }))
  return { members, orders, indexOf, letterOf: (index: number) => numbers[index] ?? '' }
}
