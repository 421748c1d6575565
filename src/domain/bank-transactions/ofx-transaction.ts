import { addDays } from '#domain/calendar/banking-day.ts'
import { foreignCurrencyOf, foreignInAmount, foreignInText } from './currency.ts'
import { combine, type Direction, decide, evidenceOf, evidenceOfText } from './direction.ts'
import { LONGEST_MEMO, type ReadNotice, type ReadNotices, type SkippedRow, tidy, tidySource } from './notice.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'
import { settlementOfText, unsettledCell } from './settlement.ts'

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
export function readOfxTransactions(transactions: readonly OfxTransaction[], today: string): ReadNotices {
  const read: ReadNotices = { notices: [], skipped: [] }
  // Some banks write amounts without signs, and the direction only in the type.
  const isSigned = transactions.some(({ fields }) => parseAmount(fields.get('TRNAMT') ?? '')?.signs.includes('out'))
  for (const transaction of transactions) {
    const outcome = readTransaction(transaction, today, isSigned)
    if ('reason' in outcome) read.skipped.push(outcome)
    else read.notices.push(outcome)
  }
  return read
}

function readTransaction(transaction: OfxTransaction, today: string, isSigned: boolean): ReadNotice | SkippedRow {
  const { line, fields, account, currency, isPending, wrapper } = transaction
  const said = (field: Field) => tidy(fields.get(field) ?? '')
  const check = said('CHECKNUM')
  const source = tidySource(
    ['OFX', said('TRNTYPE'), said('DTPOSTED'), said('TRNAMT'), said('NAME'), said('MEMO'), check && `check ${check}`]
      .filter((part) => part !== '')
      .join(' '),
  )
  const skip = (reason: SkippedRow['reason'], detail?: string): SkippedRow => ({
    line,
    reason,
    source,
    ...(detail !== undefined && { detail }),
  })
  const texts = [said('NAME'), said('MEMO'), said('EXTDNAME')].filter((text) => text !== '')
  const amount = parseAmount(said('TRNAMT'))
  const foreign =
    foreignCurrencyOf(currency) ??
    (wrapper === 'CURRENCY' ? foreignCurrencyOf(said('CURSYM')) : undefined) ??
    foreignInAmount(said('TRNAMT')) ??
    texts.map(foreignInText).find((code) => code !== undefined)
  if (amount === undefined) return foreign === undefined ? skip('no_amount') : skip('currency', foreign)

  const states = texts.map(settlementOfText)
  const unsettled =
    isPending || said('TRNTYPE').toUpperCase() === 'HOLD'
      ? 'pending'
      : said('CORRECTACTION').toUpperCase() === 'DELETE'
        ? 'deleted'
        : (texts.map(unsettledCell).find(Boolean) ??
          states.flatMap((state) => (state?.kind === 'unsettled' ? [state.word] : []))[0])
  if (unsettled !== undefined) return skip('unsettled', unsettled)
  if (foreign !== undefined) return skip('currency', foreign)
  if (amount.cents === 0) return skip('debit')

  const type = evidenceOf(DIRECTIONS[said('TRNTYPE').toUpperCase()])
  const signs = amount.signs.map((sign) => evidenceOf(sign))
  // The standard says that an amount without a sign came in; the type decides if no amount of the file has one.
  const unsigned = evidenceOf(signs.length === 0 && (isSigned || !type.out) ? 'in' : undefined)
  const evidence = combine(type, ...signs, unsigned, ...texts.map(evidenceOfText))
  const direction = decide(evidence)
  if (direction === 'out') return skip('debit')
  // Time and zone follow the day: 20261120120000.000[-5:EST].
  const date = readDate(said('DTPOSTED').slice(0, 8), today)
  if (date === undefined) return skip('no_date')
  if (date > addDays(today, 1)) return skip('future', date)
  const isUndecided = direction === 'undecided' || states.some((state) => state?.kind === 'doubtful')
  const [payer, memo] = [said('NAME'), said('MEMO')]
  const further = [said('EXTDNAME'), said('REFNUM')].filter((text) => text !== '' && !payer.includes(text))
  return {
    line,
    amountCents: amount.cents,
    date,
    payer,
    memo: tidy([memo, ...further].join(' '), LONGEST_MEMO),
    bankId: bankIdOf(said('FITID'), tidy(account)),
    source,
    ...(isUndecided && { isUndecided }),
    ...(further.length > 0 && { keyed: { payer, memo } }),
  }
}

/** Bank ids are unique within an account only; two accounts may use the same id. */
const bankIdOf = (id: string, account: string): string | undefined =>
  id === '' ? undefined : account === '' ? id : `${account.slice(-4)}/${id}`
