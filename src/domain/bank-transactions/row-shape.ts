import type { CsvLine } from './bank-table.ts'
import { isBalance } from './headings.ts'
import { parseAmount } from './read-amount.ts'
import type { TableProfile } from './table-profile.ts'

/**
 * Checks whether a row's cells match the heading. `thousands`: a comma splits an amount. `shifted`: it has more filled
 * cells than the heading, or text for a balance. `doubtful`: it is longer or shorter than the other rows.
 */
export function findShapeError(
  { cells }: CsvLine,
  profile: TableProfile,
): 'thousands' | 'shifted' | 'doubtful' | undefined {
  const { width, usualWidth, filledHeadings, headings, columns } = profile
  const filled = cells.filter((cell) => cell.trim() !== '').length
  const lastFilled = cells.findLastIndex((cell) => cell.trim() !== '')
  const isWide = lastFilled >= width || (filledHeadings > 0 && filled > filledHeadings)
  if (isSplitAmount(cells, profile, isWide || cells.length > usualWidth)) return 'thousands'
  if (isWide) return 'shifted'
  const isNumber = (index: number) => {
    const cell = (cells[index] ?? '').trim()
    return (
      cell === '' ||
      /^[-–—$ ]+$/.test(cell) ||
      parseAmount(cell) !== undefined ||
      parseAmount(cell, ',') !== undefined ||
      /\d/.test(cell)
    )
  }
  if (headings.some((heading, index) => isBalance(heading) && !isNumber(index))) return 'shifted'
  const isMoneyForText = [columns.memo, columns.payer].some((index) => isCents((cells[index ?? -1] ?? '').trim()))
  const isLong = cells.length > Math.max(width, usualWidth)
  const isShort = cells.length < width && usualWidth >= width
  return isMoneyForText || isLong || isShort ? 'doubtful' : undefined
}

const isCents = (cell: string): boolean => /\.\d\d\D?$/.test(cell) && parseAmount(cell) !== undefined

const FIRST_PART = /^[-+(]?\s?\$?\s?-?\d{1,3}$/
const NEXT_PART = /^\d{3}(?:\.\d\d)?\)?-?(?:\s?(?:CR|DR|USD))?$/i
const LAST_PART = /^\d{3}\.\d\d\)?-?(?:\s?(?:CR|DR|USD))?$/i

/** An amount whose comma was taken for a separator: `1` and `150.00` in two cells. */
function isSplitAmount(
  cells: readonly string[],
  { columns, decimal, hasWholeAmounts }: TableProfile,
  isLong: boolean,
): boolean {
  if (decimal === ',') return false
  const money = [columns.amount, columns.credit, columns.debit].filter((index) => index !== undefined)
  // In a row that is too long, the amount may be one cell further on.
  const starts = isLong ? [...cells.keys()] : money
  return starts.some((index) => {
    const [first, next, last] = [cells[index], cells[index + 1], cells[index + 2]].map((cell) => (cell ?? '').trim())
    if (!FIRST_PART.test(first ?? '') || !NEXT_PART.test(next ?? '')) return false
    const isComplete = LAST_PART.test(next ?? '') || (/^\d{3}$/.test(next ?? '') && LAST_PART.test(last ?? ''))
    // In a file that writes whole dollars without cents, such rows are valid.
    return isComplete && (isLong || !hasWholeAmounts)
  })
}
