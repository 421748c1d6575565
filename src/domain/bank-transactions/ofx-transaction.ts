import { addDays } from '#domain/calendar/banking-day.ts'
import { findForeignCurrency, findForeignInAmount, findForeignInText } from './currency.ts'
import { assessText, combineEvidence, type Direction, decideDirection, toEvidence } from './direction.ts'
import {
  cleanLine,
  cleanSource,
  MAX_MEMO_LENGTH,
  type ParsedTransaction,
  type ParsedTransactions,
  type SkippedRow,
} from './parsed-transaction.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'
import { findSettlementInText, matchUnsettledCell } from './settlement.ts'

/** The elements of a transaction that are read; `NAME` also appears inside of `PAYEE`. */
export const ofxFields = [
  ...(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'CHECKNUM', 'NAME', 'MEMO', 'CURSYM', 'CORRECTACTION'] as const),
  ...(['EXTDNAME', 'REFNUM'] as const),
] as const
type Field = (typeof ofxFields)[number]

export type OfxTransaction = {
  line: number
  fields: Map<Field, string>
  account: string
  /** Currency of the statement: `CURDEF`. */
  currency: string
  /** True in the list of pending transactions. */
  isPending: boolean
  /** `CURRENCY`: its amount is in CURSYM. `ORIGCURRENCY`: it was converted into the statement's currency. */
  wrapper: string
}

const DIRECTIONS: Record<string, Direction> = {
  CREDIT: 'in',
  DEP: 'in',
  DIRECTDEP: 'in',
  INT: 'in',
  DIV: 'in',
  DEBIT: 'out',
  FEE: 'out',
  SRVCHG: 'out',
  PAYMENT: 'out',
  DIRECTDEBIT: 'out',
  REPEATPMT: 'out',
  CASH: 'out',
  CHECK: 'out',
}

/** Reads the credits of an OFX file, and the reasons why others were skipped. */
export function readOfxTransactions(transactions: readonly OfxTransaction[], today: string): ParsedTransactions {
  const parsed: ParsedTransactions = { notices: [], skipped: [] }
  // Some banks write amounts without signs, and the direction only in the type.
  const isSigned = transactions.some(({ fields }) => parseAmount(fields.get('TRNAMT') ?? '')?.signs.includes('out'))
  for (const transaction of transactions) {
    const result = readTransaction(transaction, today, isSigned)
    if ('reason' in result) parsed.skipped.push(result)
    else parsed.notices.push(result)
  }
  return parsed
}

function readTransaction(
  transaction: OfxTransaction,
  today: string,
  isSigned: boolean,
): ParsedTransaction | SkippedRow {
  const { line, fields, account, currency, isPending, wrapper } = transaction
  const getValue = (field: Field) => cleanLine(fields.get(field) ?? '')
  const check = getValue('CHECKNUM')
  const source = cleanSource(
    [
      'OFX',
      getValue('TRNTYPE'),
      getValue('DTPOSTED'),
      getValue('TRNAMT'),
      getValue('NAME'),
      getValue('MEMO'),
      check && `check ${check}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  const skip = (reason: SkippedRow['reason'], detail?: string): SkippedRow => ({
    line,
    reason,
    source,
    ...(detail !== undefined && { detail }),
  })
  const texts = [getValue('NAME'), getValue('MEMO'), getValue('EXTDNAME')].filter((text) => text !== '')
  const amount = parseAmount(getValue('TRNAMT'))
  const foreign =
    findForeignCurrency(currency) ??
    (wrapper === 'CURRENCY' ? findForeignCurrency(getValue('CURSYM')) : undefined) ??
    findForeignInAmount(getValue('TRNAMT')) ??
    texts.map(findForeignInText).find((code) => code !== undefined)
  if (amount === undefined) return foreign === undefined ? skip('no_amount') : skip('currency', foreign)

  const states = texts.map(findSettlementInText)
  const unsettled =
    isPending || getValue('TRNTYPE').toUpperCase() === 'HOLD'
      ? 'pending'
      : getValue('CORRECTACTION').toUpperCase() === 'DELETE'
        ? 'deleted'
        : (texts.map(matchUnsettledCell).find(Boolean) ??
          states.flatMap((state) => (state?.kind === 'unsettled' ? [state.word] : []))[0])
  if (unsettled !== undefined) return skip('unsettled', unsettled)
  if (foreign !== undefined) return skip('currency', foreign)
  if (amount.cents === 0) return skip('debit')

  const type = toEvidence(DIRECTIONS[getValue('TRNTYPE').toUpperCase()])
  const signs = amount.signs.map((sign) => toEvidence(sign))
  // The standard treats an amount without a sign as incoming; in a file without any signs, the type decides.
  const unsignedEvidence = toEvidence(signs.length === 0 && (isSigned || !type.out) ? 'in' : undefined)
  const evidence = combineEvidence(type, ...signs, unsignedEvidence, ...texts.map(assessText))
  const direction = decideDirection(evidence)
  if (direction === 'out') return skip('debit')
  // Time and zone follow the day: 20261120120000.000[-5:EST].
  const date = readDate(getValue('DTPOSTED').slice(0, 8), today)
  if (date === undefined) return skip('no_date')
  if (date > addDays(today, 1)) return skip('future', date)
  const isUnconfirmed = direction === 'unclear' || states.some((state) => state?.kind === 'doubtful')
  const [payer, memo] = [getValue('NAME'), getValue('MEMO')]
  const extraTexts = [getValue('EXTDNAME'), getValue('REFNUM')].filter((text) => text !== '' && !payer.includes(text))
  return {
    line,
    amountCents: amount.cents,
    date,
    payer,
    memo: cleanLine([memo, ...extraTexts].join(' '), MAX_MEMO_LENGTH),
    bankId: qualifyBankId(getValue('FITID'), cleanLine(account)),
    source,
    ...(isUnconfirmed && { isUnconfirmed }),
    ...(extraTexts.length > 0 && { keyed: { payer, memo } }),
  }
}

/** Bank ids are unique within an account only; two accounts may use the same id. */
const qualifyBankId = (id: string, account: string): string | undefined =>
  id === '' ? undefined : account === '' ? id : `${account.slice(-4)}/${id}`
