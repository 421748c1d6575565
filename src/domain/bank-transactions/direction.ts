/** Whether money came in or went out. */
export type Direction = 'in' | 'out'

/**
 * Evidence of a payment's direction in a cell or sentence. `isDoubtful`: staff must check before anything is booked.
 */
export type Evidence = { in: boolean; out: boolean; isDoubtful: boolean }

const NONE: Evidence = { in: false, out: false, isDoubtful: false }
const MAX_KIND_LENGTH = 60
const MAX_TEXT_LENGTH = 1_000
/** Words of a heading without meaning for the direction: `Credit Amount (USD)`, `Total Deposits ($)`. */
const NEUTRAL_WORDS = /\b(?:usd|us|amount|amounts|amt|total|value|transaction|in dollars)\b/g

const IN_HEADINGS = new Set([
  ...[
    'credit',
    'credits',
    'deposit',
    'deposits',
    'money in',
    'paid in',
    'received',
    'money received',
    'incoming',
    'cr',
  ],
  ...[
    'inflow',
    'in',
    'deposits credits',
    'credits deposits',
    'credit deposit',
    'deposit credit',
    'additions',
    'receipts',
  ],
  ...[
    'payments in',
    'payment in',
    'cash in',
    'credited',
    'deposited',
    'funds in',
    'transfers in',
    'deposits and credits',
  ],
  ...['deposits and other credits', 'deposits additions', 'money in credit', 'credit money in'],
])
const OUT_HEADINGS = new Set([
  ...['debit', 'debits', 'withdrawal', 'withdrawals', 'money out', 'paid out', 'sent', 'money sent', 'outgoing', 'dr'],
  ...[
    'outflow',
    'out',
    'withdrawals debits',
    'debits withdrawals',
    'debit withdrawal',
    'withdrawal debit',
    'subtractions',
  ],
  ...['payments out', 'payment out', 'cash out', 'debited', 'withdrawn', 'funds out', 'transfers out', 'charges'],
  ...['disbursements', 'withdrawals and debits', 'withdrawals and other debits', 'withdrawals subtractions', 'spent'],
])

/**
 * The direction that the heading of an amount column implies: `Money in`, `Withdrawals ($)`. Expects lowercase text
 * without other characters.
 */
export function detectHeadingDirection(heading: string): Direction | undefined {
  const words = heading.replaceAll(NEUTRAL_WORDS, ' ').replaceAll(/\s+/g, ' ').trim()
  // `Amount in` is a column of incoming money, although `amount` alone is neutral.
  if (IN_HEADINGS.has(words)) return 'in'
  return OUT_HEADINGS.has(words) ? 'out' : undefined
}

/** Lowercase letters, digits and direction signs, for comparing a cell as a whole. */
const normalizeKind = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[^a-z0-9+-]/g, ' ')
    .replaceAll(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const IN_CELLS = new Set(['+', 'in', 'cr', 'dslip', 'dep', 'directdep', 'received', 'receive', 'receipt', 'interest'])
const OUT_CELLS = new Set([
  ...['-', 'out', 'dr', 'sent', 'send', 'paid', 'fee', 'fees', 'pos', 'charge', 'directdebit', 'repeatpmt', 'srvchg'],
  ...[
    'billpay',
    'bill pay',
    'bill payment',
    'service charge',
    'service fee',
    'check paid',
    'cash out',
    'spent',
    'wire out',
  ],
  ...[
    'purchase',
    'purchases',
    'card payment',
    'transfer out',
    'paid out',
    'pay',
    'loan pmt',
    'loan payment',
    'fee transaction',
  ],
])
const IN_WORD = /\b(?:credit|credits|cr|incoming|received|deposit|deposits|deposited|credited|inflow|inbound)\b/
const OUT_WORD =
  /\b(?:debit|debits|dr|outgoing|sent|withdrawal|withdrawals|withdrawn|debited|outflow|outbound|purchase|purchases|disbursement)\b/
const IN_OUT = /\b(?:money|paid|payments?|transfers?|wires?|cash|funds|zelle|ach) (in|out)\b/
/** The name of a card or a bank does not reveal the direction. */
const CREDIT_NAMES =
  /\bcredit (?:card|union|one|karma|line|score|bureau|acceptance|suisse|agricole|or debit|debit)\b|\bcr dr\b|\bdebit credit\b/g
const REVERSAL = /\b(?:refund|refunds|refunded|chargeback|cash ?back|adjustment|correction|reimbursement)\b/

/** A short cell that names a kind of transaction: `Debit`, `ACH_CREDIT`, `Money out`, `DR`, `+`. */
export function assessKind(cell: string): Evidence {
  if (cell.length > MAX_KIND_LENGTH) return NONE
  const kind = normalizeKind(cell).replaceAll(CREDIT_NAMES, ' ').trim()
  if (kind === '' || kind.split(' ').length > 4) return NONE
  const inOut = IN_OUT.exec(kind)?.[1]
  return {
    in: IN_CELLS.has(kind) || IN_WORD.test(kind) || inOut === 'in',
    out: OUT_CELLS.has(kind) || OUT_WORD.test(kind) || inOut === 'out',
    isDoubtful: REVERSAL.test(kind),
  }
}

/** A cell of one letter or sign is evidence only if the whole column has such cells. */
const SHORT_KINDS: Record<string, Direction> = {
  c: 'in',
  d: 'out',
  cr: 'in',
  dr: 'out',
  '+': 'in',
  '-': 'out',
  i: 'in',
  o: 'out',
  r: 'in',
  s: 'out',
}
const PAIRS = [
  ['c', 'd', 'cr', 'dr'],
  ['+', '-'],
  ['i', 'o'],
  ['r', 's'],
  ['in', 'out'],
]

/** The directions of a column that contains only letters such as C and D, or the signs + and -. */
export function detectShortKinds(cells: readonly string[]): ((cell: string) => Direction | undefined) | undefined {
  const kinds = new Set(cells.map(normalizeKind).filter((kind) => kind !== ''))
  if (kinds.size === 0 || !PAIRS.some((pair) => [...kinds].every((kind) => pair.includes(kind)))) return undefined
  return (cell) => SHORT_KINDS[normalizeKind(cell)]
}

const PAYMENT_CHANNELS =
  'zelle|ach|wire|electronic|mobile|quickpay|venmo|paypal|rtp|instant|direct|preauthorized|pos|atm|external|online|cash app|real time|check|remote|counter|branch|edi|pymt|payment|transfer'
const PAYMENT_METHOD =
  'payments?|transfer(?:red)?|xfer|zelle|venmo|wired?|ach|money|cash app|paypal|quickpay|funds|remittance|pmt|pymt'
/** `to you`, `to your account`: from the payer to the shop. */
const OUT_TEXT = new RegExp(
  `\\b(?:${PAYMENT_METHOD}|paid|sent|send|check|withdrawal|debit)(?: (?:payment|transfer|money|zelle))?(?: of)?(?: \\$?[\\d,.]+)? to\\b(?!\\s+(?:you|your|our|us|my|the account|account|acct|checking|chk)\\b)` +
    `|\\b(?:you|we)(?:'ve| have)?(?: just)? (?:sent|paid|transferred)\\b` +
    `|\\b(?:withdrawal|withdrawn|withdraw|outgoing|service fee|service charge|bill ?pay(?:ment)?|point of sale)\\b` +
    `|\\b(?:card|pos|debit|recurring|online|store) purchase\\b|^purchase\\b|\\bdebit card\\b` +
    `|\\b(?:${PAYMENT_CHANNELS})(?: [a-z]+)? debit\\b|^debit\\b|\\bdebit$` +
    `|^(?:from )?(?:us|shop) to\\b|\\bzelle to\\b|^to [a-z]`,
)
const IN_TEXT = new RegExp(
  `\\b(?:${PAYMENT_METHOD}|check|deposit)(?: (?:payment|transfer|money|zelle|credit))?(?: of)?(?: \\$?[\\d,.]+)? from\\b(?!\\s+(?:you|your|us|our|checking|savings|chk|sav)\\b)` +
    `|\\b(?:received|credit|credited) from\\b(?!\\s+you\\b)` +
    `|\\b(?:sent|paid|transferred|wired) you\\b|\\byou(?:'ve| have)? (?:just )?(?:received|been paid)\\b` +
    `|\\b(?:incoming|inbound)\\b|\\bdeposit(?:ed)? by\\b|^deposit\\b|\\bdeposit$` +
    `|\\b(?:mobile|direct|check|cash|atm|remote|counter|branch|edeposit|zelle|ach|wire) deposit\\b` +
    `|\\b(?:${PAYMENT_CHANNELS})(?: [a-z]+)? credit\\b(?! (?:card|union))|^credit\\b(?! (?:card|union|one|karma|line))|\\bcredit$`,
)

const normalizeText = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .toLowerCase()
    .replaceAll(/[®™*_|:;,()[\]"“”#/–—-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The direction that a description, a memo or a sentence implies: `Zelle payment from ANA REYES`, `Zelle to Kay Example
 * refund`.
 */
export function assessText(text: string): Evidence {
  const words = normalizeText(text).replaceAll('’', "'")
  return { in: IN_TEXT.test(words), out: OUT_TEXT.test(words), isDoubtful: REVERSAL.test(words) }
}

export const combineEvidence = (...items: readonly Evidence[]): Evidence => ({
  in: items.some((item) => item.in),
  out: items.some((item) => item.out),
  isDoubtful: items.some(({ isDoubtful }) => isDoubtful),
})

export const toEvidence = (direction: Direction | undefined): Evidence => ({
  in: direction === 'in',
  out: direction === 'out',
  isDoubtful: false,
})

/** Unclear if the evidence is contradictory, doubtful or missing. */
export function decideDirection({ in: isIn, out: isOut, isDoubtful }: Evidence): Direction | 'unclear' {
  if (isIn && isOut) return 'unclear'
  if (isOut) return 'out'
  return isIn && !isDoubtful ? 'in' : 'unclear'
}
