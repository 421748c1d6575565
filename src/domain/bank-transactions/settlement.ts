/**
 * Settlement of a row or an email: `settled`; `unsettled` with the keyword; `doubtful` if the words may mean that, so
 * that nothing is booked automatically. Undefined without any evidence.
 */
export type Settlement = { kind: 'settled' } | { kind: 'unsettled'; word: string } | { kind: 'doubtful' }

const MAX_CELL_LENGTH = 80
const MAX_TEXT_LENGTH = 2_000

const UNSETTLED =
  'pending|in process|in progress|in transit|scheduled|denied|failed|failure|declined|rejected|refused|reversed|reversal|reverted|' +
  'cancell?ed|cancell?ation|voided|expired|returned|on hold|unclaimed|awaiting|under review|incomplete|uncleared|unposted|unsettled|' +
  'not (?:yet )?(?:enrolled|posted|cleared|settled|completed|complete|paid|received|accepted|processed|registered|deposited|claimed|available|delivered)|' +
  'unenrolled|unregistered|chargeback|charged back|bounced|nsf|insufficient funds|undelivered|undeliverable|unsuccessful|stopped'
/** States that count only in a state column: elsewhere they are ordinary words. */
const UNSETTLED_STATES =
  'processing|void|hold|held|blocked|waiting|unpaid|authori[sz]ed|authori[sz]ation|temporary|temp|estimated|disputed?|draft|queued|initiated|created|submitted|' +
  'refunded|partially refunded|removed|deleted|error|open|requested|invited|stopped|expires|review|future|memo post|memo posted|p'
const SETTLED_WORDS = new Set([
  'payments',
  'transactions',
  ...[
    'completed',
    'complete',
    'cleared',
    'posted',
    'settled',
    'success',
    'successful',
    'succeeded',
    'paid',
    'received',
  ],
  ...['booked', 'processed', 'deposited', 'executed', 'done', 'final', 'finalized', 'ok', 'accepted', 'credited'],
  ...[
    'reconciled',
    'available',
    'delivered',
    'payment',
    'transaction',
    'transfer',
    'status',
    'zelle',
    'in',
    'full',
    'and',
    'successfully',
  ],
  ...['funds', 'money', 'deposit', 'credit', 'debit', 'sent', 'c', 'r', 'x'],
])
const UNSETTLED_STATE = new RegExp(`\\b(?:${UNSETTLED}|${UNSETTLED_STATES})\\b`)
const UNSETTLED_CELL = new RegExp(
  `^(?:payment |transaction |transfer |zelle |deposit |status |ach |check |item )*(${UNSETTLED})(?: payment| transaction| transactions| transfer| deposit| item| items| check| zelle| credit| debit)*$`,
)

/** Lowercase text; keeps periods, because they end sentences. */
const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z0-9'$.]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const normalizeCell = (cell: string): string => normalizeText(cell.slice(0, MAX_CELL_LENGTH).replaceAll('.', ' '))

/** Headings of a state column, in lowercase. */
const STATE_HEADINGS = new Set([
  ...[
    'status',
    'state',
    'transaction status',
    'payment status',
    'posting status',
    'posted status',
    'transaction state',
  ],
  ...[
    'payment state',
    'current status',
    'transfer status',
    'clearing status',
    'settlement status',
    'pending status',
    'zelle status',
  ],
])
/** Headings of yes/no columns: `Cleared`, `Pending`. */
const YES_HEADINGS: Record<string, boolean> = {
  cleared: true,
  posted: true,
  settled: true,
  completed: true,
  reconciled: true,
  pending: false,
  reversed: false,
  canceled: false,
  cancelled: false,
  returned: false,
  failed: false,
  'is pending': false,
  void: false,
  voided: false,
  'on hold': false,
}

/** Returns whether a heading is that of a state column. */
export const isStateHeading = (heading: string): boolean => STATE_HEADINGS.has(heading) || heading in YES_HEADINGS

/** Settlement of a cell in the state column. Any unknown state is doubtful. */
export function parseSettlementState(cell: string, heading: string): Settlement | undefined {
  const state = normalizeCell(cell)
  const meaning = YES_HEADINGS[heading]
  if (state === '') return meaning ? { kind: 'doubtful' } : undefined
  // The day on which it cleared.
  if (meaning && /^\d/.test(state) && state.length >= 6) return { kind: 'settled' }
  if (meaning !== undefined && /^(?:yes|y|true|1|no|n|false|0)$/.test(state)) {
    const isYes = /^(?:yes|y|true|1)$/.test(state)
    return isYes === meaning ? { kind: 'settled' } : { kind: 'unsettled', word: meaning ? `not ${heading}` : heading }
  }
  if (UNSETTLED_STATE.test(state)) return { kind: 'unsettled', word: cell.trim() }
  return state.split(' ').every((word) => SETTLED_WORDS.has(word)) ? { kind: 'settled' } : { kind: 'doubtful' }
}

const UNSETTLED_WORD = new RegExp(`\\b(?:${UNSETTLED})\\b`)
/** `Pending: …`, `… (returned)`, `… - REVERSED` in a bank's text. */
const AT_EITHER_END = new RegExp(
  `^[\\s*([]*(${UNSETTLED})\\b|[-–:;(\\[*|/,]\\s*(${UNSETTLED})[\\s)\\].!*]*$|\\b(${UNSETTLED})[\\s)\\].!*]*$`,
)
const MONEY = '(?:payment|transaction|transfer|deposit|zelle|check|item|money|credit|ach|wire|it|this|funds)'
const UNSETTLED_SENTENCE = new RegExp(
  `\\b${MONEY} (?:is |was |has been |have been |is still |is currently |are |been |still )*(${UNSETTLED})\\b` +
    `|\\b(${UNSETTLED}) (?:the |a |an |your |this |that |my )?(?:\\w+ )?(?:${MONEY}|deposited)\\b` +
    `|\\b(reversal of|return of|cancellation of|reversal)\\b` +
    `|\\b(?:it|payment|money|this|deposit)\\b[^.]{0,60}\\b(expires?)\\b|\\b(expires? (?:on|in|at|by|if|unless))\\b` +
    `|\\b((?:unless|until|once|after|when|as soon as) [^.]{1,40}\\b(?:enroll|register|sign up|accept|claim|verif|set up|review|clears?))` +
    `|\\b(if (?:you|they|the recipient) (?:do not |don't )?(?:enroll|register|accept|claim))` +
    `|\\b((?:is|are|being|still) (?:still |currently )?(?:processing|processed|reviewed|held))\\b` +
    `|\\b(will be (?:\\w+ )?(?:deposited|available|credited|returned|cancell?ed|sent|posted|completed|paid|transferred|added|reversed|refunded|processed|delivered|in your|yours|declined|expired|held|released|on its way))` +
    `|\\b((?:could|can|was|has|did|is|were|would|will)(?:n't| not|not)(?: be| been| yet)*(?: \\w+)? ?(?:completed?|deposited?|processed?|sent|delivered?|received?|go through|available|credited|accepted|paid))\\b` +
    `|\\b(unable to (?:complete|process|deposit|deliver|send|accept))\\b` +
    `|\\b((?:to|must|please|need to) (?:accept|claim|enroll|register)\\b)|\\b(accept|claim) (?:the|this|your|it|my) ?(?:payment|money|transfer|funds)?\\b` +
    `|\\b(waiting (?:for|on))\\b|\\b(on (?:its|the) way)\\b|\\b(not yet)\\b`,
)

/** A part of every pattern: most texts have none of them, and need not be searched with every pattern. */
const HINT =
  /[pn]ending|process|transit|schedul|den|fail|declin|reject|refus|rever|cancel|void|expir|return|hold|held|claim|await|review|complete|clear|post|settl|not|n't|n’t|enroll|regist|charge|bounc|nsf|insuff|deliver|success|stop|unless|until|once|after|when|soon|if |will|unable|accept|wait|way|is |are |being|still/

const findFirstGroup = (match: RegExpExecArray | null): string | undefined =>
  match?.slice(1).find((word) => word !== undefined)

/** A cell that consists only of a state, in any column: `Pending`, `RETURNED ITEM`. */
export function matchUnsettledCell(cell: string): string | undefined {
  const text = normalizeCell(cell)
  return UNSETTLED_CELL.test(text) ? cell.trim() : undefined
}

/**
 * Settlement in a bank's description. The bank's keywords are at either end or in a phrase; elsewhere they only cause
 * doubt.
 */
export function findSettlementInText(text: string): Settlement | undefined {
  const lower = text.slice(0, MAX_TEXT_LENGTH).toLowerCase()
  if (!HINT.test(lower)) return undefined
  const word =
    findFirstGroup(AT_EITHER_END.exec(lower)) ?? findFirstGroup(UNSETTLED_SENTENCE.exec(normalizeText(lower)))
  if (word !== undefined) return { kind: 'unsettled', word }
  return UNSETTLED_WORD.test(normalizeText(lower)) ? { kind: 'doubtful' } : undefined
}

/** A memo has the payer's text: keywords in it cause no more than doubt, unless they are the whole memo. */
export function findSettlementInMemo(text: string): Settlement | undefined {
  const cell = matchUnsettledCell(text)
  if (cell !== undefined) return { kind: 'unsettled', word: cell }
  return UNSETTLED_WORD.test(normalizeText(text.slice(0, MAX_TEXT_LENGTH))) ? { kind: 'doubtful' } : undefined
}
