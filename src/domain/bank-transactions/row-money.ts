import type { CsvLine } from './bank-table.ts'
import { combine, directionOfHeading, type Evidence, evidenceOf } from './direction.ts'
import { type ParsedAmount, parseAmount } from './read-amount.ts'
import type { TableFacts } from './table-facts.ts'

export type RowMoney = {
  /** Absolute amount. */
  cents: number
  evidence: Evidence
  isDoubtful: boolean
}

/**
 * A row's amount, with the evidence of its direction from the amount and its column. A credit column contains incoming
 * money, regardless of the sign. `shifted`: a cell of an amount column contains something else.
 */
export function moneyOfRow({ cells }: CsvLine, facts: TableFacts): RowMoney | 'shifted' | undefined {
  const { columns, decimal } = facts
  const [amount, credit, debit] = [columns.amount, columns.credit, columns.debit].map((at) =>
    cellOf(at === undefined ? '' : (cells[at] ?? ''), decimal),
  ) as [Cell, Cell, Cell]
  // German and other banks write a decimal comma; their amounts may be in another currency without saying so.
  const isDoubtful = decimal === ',' && !facts.isInDollars
  if (credit === 'other' || debit === 'other') return shiftedOr(credit, debit)
  const came = credit && credit.cents > 0 ? credit : undefined
  const went = debit && debit.cents > 0 ? debit : undefined
  if (came || went) {
    return {
      cents: (came ?? (went as ParsedAmount)).cents,
      evidence: combine(creditEvidence(came, facts), evidenceOf(went && 'out')),
      isDoubtful,
    }
  }
  if (amount === 'other') return undefined
  if (amount) return { cents: amount.cents, evidence: amountEvidence(amount, facts), isDoubtful }
  return credit || debit ? { cents: 0, evidence: evidenceOf(undefined), isDoubtful } : undefined
}

type Cell = ParsedAmount | 'other' | undefined

const shiftedOr = (credit: Cell, debit: Cell): 'shifted' | undefined =>
  (credit !== 'other' && credit !== undefined) || (debit !== 'other' && debit !== undefined) ? 'shifted' : undefined

/** Undefined if the cell is empty, or a dash that means nothing. */
function cellOf(cell: string, decimal: '.' | ','): Cell {
  const text = cell.trim()
  if (text === '' || /^[-–—$ ]+$/.test(text)) return undefined
  return parseAmount(text, decimal) ?? 'other'
}

function creditEvidence(came: ParsedAmount | undefined, { columns, headings }: TableFacts): Evidence {
  if (!came) return evidenceOf(undefined)
  const isNamed = directionOfHeading(headings[columns.credit as number] ?? '') === 'in'
  // Contradicts staff who marked a column of signed amounts as credits if it has outgoing amounts.
  return combine(evidenceOf('in'), isNamed || !came.signs.includes('out') ? evidenceOf('in') : evidenceOf('out'))
}

function amountEvidence({ signs }: ParsedAmount, { isSigned, columns, headings }: TableFacts): Evidence {
  const heading = directionOfHeading(headings[columns.amount as number] ?? '')
  return combine(
    ...signs.map((sign) => evidenceOf(sign)),
    evidenceOf(signs.length === 0 && isSigned ? 'in' : undefined),
    evidenceOf(heading),
  )
}
