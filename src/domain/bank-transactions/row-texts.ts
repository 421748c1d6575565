import type { CsvLine } from './bank-table.ts'
import { foreignCurrencyOf, foreignInAmount, foreignInText, isCurrencyCode } from './currency.ts'
import { evidenceOfKind } from './direction.ts'
import { isBalance, isOfAccount, isOfPayer, isOriginal } from './headings.ts'
import { tidy } from './notice.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'
import { type Settlement, settlementOfMemo, settlementOfState, settlementOfText, unsettledCell } from './settlement.ts'
import type { TableFacts } from './table-facts.ts'

/** Headings of numbers that a payer may have written: of an order or an invoice. */
const HOLDS_NUMBERS = /\b(?:reference|ref|invoice|order|memo|note|message|subject|remark|comment|customer)\b/

/**
 * The texts of a row, the memo first: payment references and names may be in any of them. Omits days, amounts and
 * keywords of direction and state.
 */
export function textsOf({ cells }: CsvLine, facts: TableFacts): string[] {
  const { columns, headings, today } = facts
  const own = [
    columns.date,
    columns.amount,
    columns.credit,
    columns.debit,
    columns.kind,
    columns.status,
    columns.id,
    columns.payer,
  ]
  const found: string[] = []
  const add = (text: string) => {
    const shorter = tidy(text)
    if (shorter !== '' && !found.some((one) => one.toLowerCase().includes(shorter.toLowerCase()))) found.push(shorter)
  }
  if (columns.memo !== undefined) add(cells[columns.memo] ?? '')
  for (const [at, cell] of cells.slice(0, facts.width).entries()) {
    if (own.includes(at) || at === columns.memo || facts.isSilent(at)) continue
    const heading = headings[at] ?? ''
    const text = cell.trim()
    if (isBalance(heading) || isOfAccount(heading) || isCurrencyCode(text) || readDate(text, today) !== undefined)
      continue
    if (/\p{L}/u.test(text) ? !isWordOfKind(text) : HOLDS_NUMBERS.test(heading) && /^\W*\d+$/.test(text)) add(text)
  }
  return found
}

const isWordOfKind = (cell: string): boolean => {
  const { in: isIn, out: isOut } = evidenceOfKind(cell)
  return (
    ((isIn || isOut) && cell.trim().split(/\s/).length < 2) ||
    /^(?:completed?|cleared|posted|settled|success(?:ful)?|paid|received|payment received)$/i.test(cell.trim())
  )
}

/** The currency of a row that is not in dollars. */
export function currencyOfRow({ cells }: CsvLine, facts: TableFacts): string | undefined {
  const { columns, headings, currencyColumns } = facts
  if (facts.foreign !== undefined) return facts.foreign
  for (const at of currencyColumns) {
    const foreign = foreignCurrencyOf(cells[at] ?? '')
    if (foreign !== undefined) return foreign
  }
  const money = [columns.amount, columns.credit, columns.debit]
  for (const [at, cell] of cells.entries()) {
    if (isOriginal(headings[at] ?? '') || at === columns.date) continue
    const foreign = money.includes(at)
      ? foreignInAmount(cell)
      : (foreignInText(cell) ??
        (parseAmount(cell) === undefined && /^\d+$/.test(cell.replaceAll(/\W/g, ''))
          ? foreignInAmount(cell)
          : undefined))
    if (foreign !== undefined) return foreign
  }
  return undefined
}

/** The strongest settlement evidence in a row's cells. */
export function settlementOfRow({ cells }: CsvLine, facts: TableFacts): Settlement | undefined {
  const { columns, headings } = facts
  let isDoubtful = false
  for (const [at, cell] of cells.entries()) {
    if (cell.trim() === '' && at !== columns.status) continue
    const settlement = settlementOfCell(cell, at, facts)
    if (settlement?.kind === 'unsettled') return settlement
    if (settlement?.kind === 'doubtful') isDoubtful = true
  }
  return isDoubtful ? { kind: 'doubtful' } : undefined

  function settlementOfCell(cell: string, at: number, { isSilent }: TableFacts): Settlement | undefined {
    if (at === columns.status) return settlementOfState(cell, headings[at] ?? '')
    if (isSilent(at)) {
      // A bank may write the state in place of the day or the amount.
      const word = unsettledCell(cell)
      return word === undefined ? undefined : { kind: 'unsettled', word }
    }
    return isOfPayer(headings[at] ?? '') ? settlementOfMemo(cell) : settlementOfText(cell)
  }
}
