import { createRequire } from 'node:module'
import { MOST_NOTICES, type NoticeTextRefusal, type ReadNotices, tidy, tidySource } from '#domain/notice/notice.ts'
import { readAmount } from '#domain/notice/read-amount.ts'
import { readDate } from '#domain/notice/read-date.ts'

// Required as sanitize-html requires it: imported by one module while another requires it, it may be half loaded, and the
// shop does not start (ERR_REQUIRE_ESM_RACE_CONDITION).
const { Tokenizer } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2')

/** The elements of a transaction that are read; `NAME` also stands inside of `PAYEE`. */
const FIELDS = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'CHECKNUM', 'NAME', 'MEMO'] as const
type Field = (typeof FIELDS)[number]
type Transaction = { line: number; fields: Map<Field, string> }

/** Characters of a file in which its kind shows. */
const HEAD = 4_000
const LONGEST_NAME = 40
/** Fields are shortened when they are tidied; nothing that counts is nearly this long. */
const LONGEST_FIELD = 2_000

/** Whether a file is of OFX 1 (SGML with a header of its own) or OFX 2 (XML). */
export const isOfx = (text: string): boolean => /OFXHEADER|<OFX>/i.test(text.slice(0, HEAD))

/**
 * Reads the credits of an OFX file. Elements of OFX 1 need not end, so that nothing is kept of where they stand but the
 * transaction and the field that were opened last: nesting costs nothing.
 */
export function readOfx(text: string, today: string): ReadNotices | NoticeTextRefusal {
  const read: ReadNotices = { notices: [], skipped: [] }
  let account = ''
  let transaction: Transaction | undefined
  let open: Field | 'ACCTID' | undefined
  let tooMany: number | undefined
  const lineAt = lineCounter(text)

  const finish = () => {
    if (transaction && tooMany === undefined) take(read, transaction, account, today)
    if (read.notices.length > MOST_NOTICES) tooMany ??= transaction?.line
    transaction = undefined
    open = undefined
  }
  const add = (part: string) => {
    if (open === 'ACCTID') account = (account + part).slice(0, LONGEST_FIELD)
    else if (open && transaction) {
      const said = transaction.fields.get(open) ?? ''
      if (said.length < LONGEST_FIELD) transaction.fields.set(open, said + part.slice(0, LONGEST_FIELD))
    }
  }
  const nameAt = (start: number, end: number) => text.slice(start, Math.min(end, start + LONGEST_NAME)).toUpperCase()
  const ignore = () => {}

  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = nameAt(start, end)
        open = undefined
        if (name === 'STMTTRN') {
          finish()
          transaction = { line: lineAt(start), fields: new Map() }
        } else if (name === 'ACCTID' && !transaction) {
          account = ''
          open = 'ACCTID'
        } else if (transaction) {
          const field = FIELDS.find((known) => known === name)
          // The first of two is the transaction's own.
          if (field && !transaction.fields.has(field)) open = field
        }
      },
      onclosetag(start, end) {
        const name = nameAt(start, end)
        if (name === 'STMTTRN' || name === 'BANKTRANLIST') finish()
        open = undefined
      },
      ontext: (start, end) => add(text.slice(start, Math.min(end, start + LONGEST_FIELD))),
      oncdata: (start, end, marks) => add(text.slice(start, Math.min(end - marks, start + LONGEST_FIELD))),
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
  if (tooMany !== undefined) return { code: 'too_many', line: tooMany, most: MOST_NOTICES }
  return read.notices.length + read.skipped.length === 0 ? { code: 'nothing_found' } : read
}

function take({ notices, skipped }: ReadNotices, { line, fields }: Transaction, account: string, today: string): void {
  const said = (field: Field) => tidy(fields.get(field) ?? '')
  const check = said('CHECKNUM')
  const source = tidySource(
    ['OFX', said('TRNTYPE'), said('DTPOSTED'), said('TRNAMT'), said('NAME'), said('MEMO'), check && `check ${check}`]
      .filter((part) => part !== '')
      .join(' '),
  )
  const amount = readAmount(said('TRNAMT'))
  // Its time and zone follow the day: 20261120120000.000[-5:EST].
  const date = readDate(said('DTPOSTED').slice(0, 8), today)
  if (amount === undefined) skipped.push({ line, reason: 'no_amount', source })
  else if (amount <= 0) skipped.push({ line, reason: 'debit', source })
  else if (date === undefined) skipped.push({ line, reason: 'no_date', source })
  else {
    notices.push({
      line,
      amountCents: amount,
      date,
      payer: said('NAME'),
      memo: said('MEMO'),
      bankId: bankIdOf(said('FITID'), tidy(account)),
      source,
    })
  }
}

/** Banks number within an account; two accounts may have the same number. */
const bankIdOf = (id: string, account: string): string | undefined =>
  id === '' ? undefined : account === '' ? id : `${account.slice(-4)}/${id}`

/** Line of an index, from 1; asked for from front to back. */
function lineCounter(text: string): (index: number) => number {
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
