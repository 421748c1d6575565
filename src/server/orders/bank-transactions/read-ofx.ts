import { createRequire } from 'node:module'
import { type OfxTransaction, ofxFields, readOfxTransactions } from '#domain/bank-transactions/ofx-transaction.ts'
import {
  MAX_BANK_TRANSACTIONS,
  type ParsedTransactions,
  type TransactionTextRefusal,
} from '#domain/bank-transactions/parsed-transaction.ts'

// Loaded with `require`, as sanitize-html does: a module imported here while it is required there may be half loaded,
// and the shop does not start (ERR_REQUIRE_ESM_RACE_CONDITION).
const { Tokenizer } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2')

/** Number of characters in which the kind of a file is recognizable. */
const HEAD_LENGTH = 4_000
const MAX_NAME_LENGTH = 40
/** Includes debits; a file with more is not a statement. */
const MAX_TRANSACTIONS = 100_000
/** Fields are shortened later; no meaningful field is nearly this long. */
const MAX_FIELD_LENGTH = 2_000

/** Reports whether a file is OFX 1 (SGML with a header) or OFX 2 (XML). */
export const isOfx = (text: string): boolean => /OFXHEADER|<OFX>/i.test(text.slice(0, HEAD_LENGTH))

/**
 * Parses the credits of an OFX file. Elements of OFX 1 may lack end tags, so only the transaction and field opened last
 * are tracked: nesting costs nothing.
 */
export function readOfx(text: string, today: string): ParsedTransactions | TransactionTextRefusal {
  const transactions: OfxTransaction[] = []
  let account = ''
  let currency = ''
  let transaction: OfxTransaction | undefined
  let open: (typeof ofxFields)[number] | 'ACCTID' | 'CURDEF' | undefined
  let firstExcessLine: number | undefined
  const lineAt = makeLineCounter(text)

  const finish = () => {
    if (transaction && firstExcessLine === undefined) transactions.push(transaction)
    if (transactions.length > MAX_TRANSACTIONS) firstExcessLine ??= transaction?.line
    transaction = undefined
    open = undefined
  }
  const add = (part: string) => {
    if (open === 'ACCTID') account = (account + part).slice(0, MAX_FIELD_LENGTH)
    else if (open === 'CURDEF') currency = (currency + part).slice(0, MAX_FIELD_LENGTH)
    else if (open && transaction) {
      const value = transaction.fields.get(open) ?? ''
      if (value.length < MAX_FIELD_LENGTH) transaction.fields.set(open, value + part.slice(0, MAX_FIELD_LENGTH))
    }
  }
  const nameAt = (start: number, end: number) => text.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toUpperCase()
  const ignore = () => {}

  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = nameAt(start, end)
        open = undefined
        // OFX 2.2 lists pending transactions separately.
        if (name === 'STMTTRN' || name === 'STMTTRNP') {
          finish()
          const isPending = name === 'STMTTRNP'
          transaction = { line: lineAt(start), fields: new Map(), account, currency, isPending, wrapper: '' }
        } else if (name === 'ACCTID' && !transaction) {
          account = ''
          open = 'ACCTID'
        } else if (name === 'CURDEF') {
          finish()
          currency = ''
          open = 'CURDEF'
        } else if (transaction) {
          if (name === 'CURRENCY' || name === 'ORIGCURRENCY') transaction.wrapper = name
          const field = ofxFields.find((ofxField) => ofxField === name)
          // If a field occurs twice, the first one belongs to the transaction itself.
          if (field && !transaction.fields.has(field)) open = field
        }
      },
      onclosetag(start, end) {
        const name = nameAt(start, end)
        if (['STMTTRN', 'STMTTRNP', 'BANKTRANLIST', 'BANKTRANLISTP'].includes(name)) finish()
        open = undefined
      },
      ontext: (start, end) => add(text.slice(start, Math.min(end, start + MAX_FIELD_LENGTH))),
      oncdata: (start, end, marks) => add(text.slice(start, Math.min(end - marks, start + MAX_FIELD_LENGTH))),
      ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
      onend: finish,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
  if (firstExcessLine !== undefined)
    return { code: 'too_many_transactions', line: firstExcessLine, max: MAX_BANK_TRANSACTIONS }
  const parsed = readOfxTransactions(transactions, today)
  if (parsed.notices.length > MAX_BANK_TRANSACTIONS)
    return {
      code: 'too_many_transactions',
      line: parsed.notices[MAX_BANK_TRANSACTIONS]?.line as number,
      max: MAX_BANK_TRANSACTIONS,
    }
  return transactions.length === 0 ? { code: 'no_transactions_found' } : parsed
}

/** Returns the line of an index, from 1; indexes must be ascending. */
function makeLineCounter(text: string): (index: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (index) => {
    while (next >= 0 && next < index) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
