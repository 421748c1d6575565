import type { CsvLine } from './bank-table.ts'
import { combineEvidence, detectHeadingDirection, type Evidence, toEvidence } from './direction.ts'
import { type ParsedAmount, parseAmount } from './read-amount.ts'
import type { TableProfile } from './table-profile.ts'

export type RowAmount = {
  /** Absolute amount. */
  cents: number
  evidence: Evidence
  isDoubtful: boolean
}

/**
 * A row's amount, with the evidence of its direction from the amount and its column. A credit column contains incoming
 * money, regardless of the sign. `shifted`: a cell of an amount column contains something else.
 */
export function readRowAmount({ cells }: CsvLine, profile: TableProfile): RowAmount | 'shifted' | undefined {
  const { columns, decimal } = profile
  const [amount, credit, debit] = [columns.amount, columns.credit, columns.debit].map((index) =>
    parseCell(index === undefined ? '' : (cells[index] ?? ''), decimal),
  ) as [Cell, Cell, Cell]
  // German and other banks write a decimal comma; their amounts may be in another currency without saying so.
  const isDoubtful = decimal === ',' && !profile.isInDollars
  if (credit === 'other' || debit === 'other') return checkShifted(credit, debit)
  const creditAmount = credit && credit.cents > 0 ? credit : undefined
  const debitAmount = debit && debit.cents > 0 ? debit : undefined
  if (creditAmount || debitAmount) {
    return {
      cents: (creditAmount ?? (debitAmount as ParsedAmount)).cents,
      evidence: combineEvidence(assessCredit(creditAmount, profile), toEvidence(debitAmount && 'out')),
      isDoubtful,
    }
  }
  if (amount === 'other') return undefined
  if (amount) return { cents: amount.cents, evidence: assessAmount(amount, profile), isDoubtful }
  return credit || debit ? { cents: 0, evidence: toEvidence(undefined), isDoubtful } : undefined
}

type Cell = ParsedAmount | 'other' | undefined

const checkShifted = (credit: Cell, debit: Cell): 'shifted' | undefined =>
  (credit !== 'other' && credit !== undefined) || (debit !== 'other' && debit !== undefined) ? 'shifted' : undefined

/** Undefined if the cell is empty, or a dash that means nothing. */
function parseCell(cell: string, decimal: '.' | ','): Cell {
  const text = cell.trim()
  if (text === '' || /^[-–—$ ]+$/.test(text)) return undefined
  return parseAmount(text, decimal) ?? 'other'
}

function assessCredit(creditAmount: ParsedAmount | undefined, { columns, headings }: TableProfile): Evidence {
  if (!creditAmount) return toEvidence(undefined)
  const isNamed = detectHeadingDirection(headings[columns.credit as number] ?? '') === 'in'
  // Contradicts staff who marked a column of signed amounts as credits if it has outgoing amounts.
  return combineEvidence(
    toEvidence('in'),
    isNamed || !creditAmount.signs.includes('out') ? toEvidence('in') : toEvidence('out'),
  )
}

function assessAmount({ signs }: ParsedAmount, { isSigned, columns, headings }: TableProfile): Evidence {
  const heading = detectHeadingDirection(headings[columns.amount as number] ?? '')
  return combineEvidence(
    ...signs.map((sign) => toEvidence(sign)),
    toEvidence(signs.length === 0 && isSigned ? 'in' : undefined),
    toEvidence(heading),
  )
}
