import type { CsvLine } from './bank-table.ts'
import { isBalance } from './headings.ts'
import { parseAmount } from './read-amount.ts'
import type { TableFacts } from './table-facts.ts'

/**
 * Checks whether a row's cells match the heading. `thousands`: a comma splits an amount. `shifted`: it has more filled
 * cells than the heading, or text for a balance. `doubtful`: it is longer or shorter than the other rows.
 */
export function shapeFaultOf({ cells }: CsvLine, facts: TableFacts): 'thousands' | 'shifted' | 'doubtful' | undefined {
  const { width, usualWidth, filledHeadings, headings, columns } = facts
  const filled = cells.filter((cell) => cell.trim() !== '').length
  const lastFilled = cells.findLastIndex((cell) => cell.trim() !== '')
  const isWide = lastFilled >= width || (filledHeadings > 0 && filled > filledHeadings)
  if (isCut(cells, facts, isWide || cells.length > usualWidth)) return 'thousands'
  if (isWide) return 'shifted'
  const isNumber = (at: number) => {
    const cell = (cells[at] ?? '').trim()
    return (
      cell === '' ||
      /^[-–—$ ]+$/.test(cell) ||
      parseAmount(cell) !== undefined ||
      parseAmount(cell, ',') !== undefined ||
      /\d/.test(cell)
    )
  }
  if (headings.some((heading, at) => isBalance(heading) && !isNumber(at))) return 'shifted'
  const isMoneyForText = [columns.memo, columns.payer].some((at) => isCents((cells[at ?? -1] ?? '').trim()))
  const isLong = cells.length > Math.max(width, usualWidth)
  const isShort = cells.length < width && usualWidth >= width
  return isMoneyForText || isLong || isShort ? 'doubtful' : undefined
}

const isCents = (cell: string): boolean => /\.\d\d\D?$/.test(cell) && parseAmount(cell) !== undefined

const FIRST_PART = /^[-+(]?\s?\$?\s?-?\d{1,3}$/
const NEXT_PART = /^\d{3}(?:\.\d\d)?\)?-?(?:\s?(?:CR|DR|USD))?$/i
const LAST_PART = /^\d{3}\.\d\d\)?-?(?:\s?(?:CR|DR|USD))?$/i

/** An amount whose comma was taken for a separator: `1` and `150.00` in two cells. */
function isCut(cells: readonly string[], { columns, decimal, whole }: TableFacts, isLong: boolean): boolean {
  if (decimal === ',') return false
  const money = [columns.amount, columns.credit, columns.debit].filter((at) => at !== undefined)
  // In a row that is too long, the amount may be one cell further on.
  const starts = isLong ? [...cells.keys()] : money
  return starts.some((at) => {
    const [first, next, last] = [cells[at], cells[at + 1], cells[at + 2]].map((cell) => (cell ?? '').trim())
    if (!FIRST_PART.test(first ?? '') || !NEXT_PART.test(next ?? '')) return false
    const isComplete = LAST_PART.test(next ?? '') || (/^\d{3}$/.test(next ?? '') && LAST_PART.test(last ?? ''))
    // In a file that writes whole dollars without cents, such rows are valid.
    return isComplete && (isLong || !whole)
  })
}
