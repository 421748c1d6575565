import type { CsvLine } from './bank-table.ts'
import { findForeignCurrency, findForeignInAmount, findForeignInText, isCurrencyCode } from './currency.ts'
import { assessKind } from './direction.ts'
import { isAccountHeading, isBalance, isOriginalCurrency, isPayerHeading } from './headings.ts'
import { cleanLine } from './parsed-transaction.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'
import {
  findSettlementInMemo,
  findSettlementInText,
  matchUnsettledCell,
  parseSettlementState,
  type Settlement,
} from './settlement.ts'
import type { TableProfile } from './table-profile.ts'

/** Headings of numbers that a payer may have written: of an order or an invoice. */
const NUMBER_HEADINGS = /\b(?:reference|ref|invoice|order|memo|note|message|subject|remark|comment|customer)\b/

/**
 * The texts of a row, the memo first: payment references and names may be in any of them. Omits days, amounts and
 * keywords of direction and state.
 */
export function collectTexts({ cells }: CsvLine, profile: TableProfile): string[] {
  const { columns, headings, today } = profile
  const structuredColumns = [
    columns.date,
    columns.amount,
    columns.credit,
    columns.debit,
    columns.kind,
    columns.status,
    columns.id,
    columns.payer,
  ]
  const texts: string[] = []
  const add = (text: string) => {
    const shorter = cleanLine(text)
    if (shorter !== '' && !texts.some((existing) => existing.toLowerCase().includes(shorter.toLowerCase())))
      texts.push(shorter)
  }
  if (columns.memo !== undefined) add(cells[columns.memo] ?? '')
  for (const [index, cell] of cells.slice(0, profile.width).entries()) {
    if (structuredColumns.includes(index) || index === columns.memo || profile.isSilent(index)) continue
    const heading = headings[index] ?? ''
    const text = cell.trim()
    if (isBalance(heading) || isAccountHeading(heading) || isCurrencyCode(text) || readDate(text, today) !== undefined)
      continue
    if (/\p{L}/u.test(text) ? !isKindKeyword(text) : NUMBER_HEADINGS.test(heading) && /^\W*\d+$/.test(text)) add(text)
  }
  return texts
}

const isKindKeyword = (cell: string): boolean => {
  const { in: isIn, out: isOut } = assessKind(cell)
  return (
    ((isIn || isOut) && cell.trim().split(/\s/).length < 2) ||
    /^(?:completed?|cleared|posted|settled|success(?:ful)?|paid|received|payment received)$/i.test(cell.trim())
  )
}

/** The currency of a row that is not in dollars. */
export function findRowCurrency({ cells }: CsvLine, profile: TableProfile): string | undefined {
  const { columns, headings, currencyColumns } = profile
  if (profile.foreign !== undefined) return profile.foreign
  for (const index of currencyColumns) {
    const foreign = findForeignCurrency(cells[index] ?? '')
    if (foreign !== undefined) return foreign
  }
  const money = [columns.amount, columns.credit, columns.debit]
  for (const [index, cell] of cells.entries()) {
    if (isOriginalCurrency(headings[index] ?? '') || index === columns.date) continue
    const foreign = money.includes(index)
      ? findForeignInAmount(cell)
      : (findForeignInText(cell) ??
        (parseAmount(cell) === undefined && /^\d+$/.test(cell.replaceAll(/\W/g, ''))
          ? findForeignInAmount(cell)
          : undefined))
    if (foreign !== undefined) return foreign
  }
  return undefined
}

/** The strongest settlement evidence in a row's cells. */
export function findRowSettlement({ cells }: CsvLine, profile: TableProfile): Settlement | undefined {
  const { columns, headings } = profile
  let isDoubtful = false
  for (const [index, cell] of cells.entries()) {
    if (cell.trim() === '' && index !== columns.status) continue
    const settlement = findCellSettlement(cell, index, profile)
    if (settlement?.kind === 'unsettled') return settlement
    if (settlement?.kind === 'doubtful') isDoubtful = true
  }
  return isDoubtful ? { kind: 'doubtful' } : undefined

  function findCellSettlement(cell: string, index: number, { isSilent }: TableProfile): Settlement | undefined {
    if (index === columns.status) return parseSettlementState(cell, headings[index] ?? '')
    if (isSilent(index)) {
      // A bank may write the state in place of the day or the amount.
      const word = matchUnsettledCell(cell)
      return word === undefined ? undefined : { kind: 'unsettled', word }
    }
    return isPayerHeading(headings[index] ?? '') ? findSettlementInMemo(cell) : findSettlementInText(cell)
  }
}
