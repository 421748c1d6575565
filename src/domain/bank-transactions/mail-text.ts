import { findForeignCurrency, findForeignInAmount, findForeignInText } from './currency.ts'
import { parseLeadingName, splitDescription } from './description.ts'
import { assessKind, assessText, combineEvidence, type Evidence, toEvidence } from './direction.ts'
import { findBankId, findMemo, parseBankId, trimPunctuation, unquote } from './inline-fields.ts'
import { cleanLine } from './parsed-transaction.ts'
import { parseAmount } from './read-amount.ts'
import { type DayOrder, findDate } from './read-date.ts'
import { findSettlementInText, parseSettlementState, type Settlement } from './settlement.ts'

/** Maximum number of detail lines after the sentence with the amount. */
export const MAX_MAIL_LINES = 30

export type DateContext = { today: string; order: DayOrder }

export type Mail = {
  line: number
  /** 0 if only a heading was read, whose amount is on a separate line. */
  amountCents: number
  date: string | undefined
  payer: string
  memo: string
  bankId: string | undefined
  source: string[]
  evidence: Evidence
  /** The strongest settlement evidence in its lines. */
  settlement: Settlement | undefined
  /** The currency, unless it is the dollar. */
  foreign: string | undefined
}
export type Label = 'memo' | 'date' | 'bankId' | 'payer' | 'amount' | 'status' | 'kind' | 'currency'

/** How banks announce a payment: with the payer before or after the verb. */
const PAYER_BEFORE = [' sent you ', ' paid you ', ' has sent you ', ' just sent you ', ' transferred you ']
const INCOMING = /\b(?:received|deposited|sent you|paid you|payment from|transferred|credited|incoming|accepted)\b/i
const OUTGOING =
  /\b(?:you(?:'ve| have| just)? (?:sent|paid|transferred|requested)|(?:we(?:'ve| have)? )?sent your|your (?:[\w®$.,]+ ){0,4}(?:payment|transfer|money)(?: of \S+)? (?:to|was (?:sent|delivered))|(?:received|accepted|got|(?<!we )(?<!we've )deposited) your|from you\b|request for|requests? (?:for )?\$|requested (?:\$|that|money|a payment|payment)|(?:payment|money) request|sent (?:\$\S+ )?to (?!you\b|your\b|us\b)|(?:was|were|been) (?:sent|debited|withdrawn|charged))/i

/** `Zelle payment from ANA REYES`, `ANA REYES sent you money with Zelle.`: a subject, not a sentence of prose. */
const MAX_HEADING_LENGTH = 100
const HEADING = /\b(?:payment from|sent you (?:money|a payment|a transfer|funds)|paid you|transferred you)\b/i
/** A heading without the payer, who is in a line below. */
const HEADING_WITHOUT_PAYER =
  /^(?:subject: )?(?:good news[!,.]? )?(?:you(?:'ve| have)? )?(?:just )?(?:(?:received|got) (?:a |an )?(?:new )?(?:zelle )?(?:payment|money|transfer|deposit)(?: with zelle| through zelle| by zelle)?|(?:zelle )?(?:payment|money|transfer|deposit) (?:received|deposited|credited))[!.]?$/i

const isHeading = (text: string): boolean =>
  text.length <= MAX_HEADING_LENGTH &&
  HEADING.test(text) &&
  (!/\bpayment from\b/i.test(text) || !text.trimEnd().endsWith('.'))
const isHeadingWithoutPayer = (text: string): boolean =>
  text.length <= MAX_HEADING_LENGTH && HEADING_WITHOUT_PAYER.test(text.replaceAll(/[®™]/g, '').trim())

/** Parses the sentence with the amount that was received or sent. */
export function beginMail(
  { line, text }: { line: number; text: string },
  { today, order }: DateContext,
): Mail | undefined {
  const isOutgoing = OUTGOING.test(text.replaceAll('’', "'"))
  if (!isOutgoing && !INCOMING.test(text)) return undefined
  const amount = findAmount(text)
  const foreign = findForeignInText(text)
  const isShort = text.length <= MAX_HEADING_LENGTH && /\b(?:money|payment|zelle|transfer)\b/i.test(text)
  if (
    amount === undefined &&
    foreign === undefined &&
    !(isOutgoing ? isShort : isHeading(text) || isHeadingWithoutPayer(text))
  )
    return undefined
  if (amount !== undefined && amount.cents === 0) return undefined
  const lower = ` ${text.toLowerCase()} `
  const verbPosition = PAYER_BEFORE.map((verb) => lower.indexOf(verb)).find((index) => index > 0)
  const payer =
    verbPosition === undefined
      ? splitDescription(text).payer
      : parseLeadingName(cleanLine(text.slice(0, verbPosition)).replace(/^.{0,20}: /, ''))
  if (!isOutgoing && amount === undefined && foreign === undefined && payer === '' && !isHeadingWithoutPayer(text))
    return undefined
  const signs = amount?.signs.map(toEvidence) ?? []
  const { isDoubtful, out } = assessText(text)
  return {
    line,
    amountCents: amount?.cents ?? 0,
    date: findDate(text, today, false, order)?.date,
    payer,
    memo: findMemo(text),
    bankId: findBankId(text),
    source: [text],
    evidence: combineEvidence({ in: !isOutgoing, out: isOutgoing || out, isDoubtful }, ...signs),
    settlement: findSettlement(text),
    foreign,
  }
}

/** The first dollar amount in a sentence. */
function findAmount(text: string): ReturnType<typeof parseAmount> {
  const words = text.split(/\s/).map(trimPunctuation)
  for (const [index, word] of words.entries()) {
    if (word.includes('$')) {
      const parsed = parseAmount(word)
      if (parsed) return parsed
    }
    if (word === 'USD' || words[index + 1] === 'USD') {
      const parsed = parseAmount(word === 'USD' ? (words[index + 1] ?? '') : word)
      if (parsed && /\d/.test(word + (words[index + 1] ?? ''))) return parsed
    }
  }
  return undefined
}

/** Settlement evidence in a line, without the payer's own text. */
const findSettlement = (text: string): Settlement | undefined => {
  const memo = findMemo(text)
  return findSettlementInText(memo === '' ? text : text.replace(memo, ' '))
}

/** Returns whether `next` is the sentence with the amount for a heading that names the payer. */
export const isHeadingOf = (mail: Mail, next: Mail): boolean =>
  mail.amountCents === 0 &&
  mail.foreign === undefined &&
  next.amountCents > 0 &&
  mail.evidence.out === next.evidence.out &&
  next.line - mail.line <= MAX_MAIL_LINES &&
  (next.payer === mail.payer || next.payer === '' || mail.payer === '')

export const addHeading = (mail: Mail, heading: Mail): Mail => ({
  line: heading.line,
  amountCents: mail.amountCents,
  date: mail.date ?? heading.date,
  payer: heading.payer === '' ? mail.payer : heading.payer,
  memo: mail.memo === '' ? heading.memo : mail.memo,
  bankId: mail.bankId ?? heading.bankId,
  source: [...heading.source, ...mail.source],
  evidence: combineEvidence(heading.evidence, mail.evidence),
  settlement: pickStronger(heading.settlement, mail.settlement),
  foreign: heading.foreign ?? mail.foreign,
})

/** Returns whether an email's first sentence repeats its subject. */
export const isRepeatedSubject = (mail: Mail, next: Mail): boolean =>
  (mail.amountCents === next.amountCents || next.amountCents === 0) &&
  mail.evidence.out === next.evidence.out &&
  next.line - mail.line <= 6 &&
  (next.payer === mail.payer || next.payer === '' || mail.payer === '') &&
  !(mail.memo !== '' && (next.memo !== '' || (mail.amountCents > 0 && next.amountCents === 0))) &&
  !(mail.date !== undefined && next.date !== undefined)

const pickStronger = (a: Settlement | undefined, b: Settlement | undefined): Settlement | undefined => {
  const settlements = [a, b]
  return (
    settlements.find((item) => item?.kind === 'unsettled') ??
    settlements.find((item) => item?.kind === 'doubtful') ??
    a ??
    b
  )
}

const LABELS: Record<Label, readonly string[]> = {
  memo: [
    ...['memo', 'message', 'note', 'notes', 'personal message', 'payment memo', 'comment', 'description', 'for'],
    ...['reason', "what's it for", 'memo (optional)', 'note to recipient', 'message from sender'],
  ],
  date: [
    ...['date', 'sent on', 'sent', 'received on', 'date sent', 'payment date', 'deposited on', 'posted on'],
    ...['transaction date', 'completed on', 'date received'],
  ],
  bankId: [
    ...['confirmation', 'confirmation number', 'confirmation code', 'confirmation no', 'conf', 'transaction number'],
    ...['transaction id', 'reference number', 'reference', 'reference id', 'payment id', 'zelle id', 'tracking number'],
    ...['trn', 'ref'],
  ],
  amount: ['amount', 'payment amount', 'amount received', 'amount sent', 'total', 'gross', 'gross amount'],
  payer: ['from', 'sender', 'payer', 'paid by', 'sender name', 'sent by', 'received from'],
  status: ['status', 'payment status', 'transaction status', 'state'],
  kind: ['type', 'transaction type', 'direction'],
  currency: ['currency'],
}

/** Parses a line after the sentence with the amount: `Memo: K7QM2X`, or a label whose value is on the next line. */
export function readDetailLine(
  mail: Mail,
  text: string,
  pendingLabel: Label | undefined,
  dateContext: DateContext,
): Label | undefined {
  mail.source.push(text)
  const colon = text.search(/[:#\t]/)
  const label = findLabel(colon > 0 ? text.slice(0, colon) : text)
  if (label === undefined) {
    if (pendingLabel) setField(mail, pendingLabel, text, dateContext)
    else if (isAmount(text)) setAmount(mail, text)
    else {
      mail.settlement = pickStronger(mail.settlement, findSettlement(text))
      mail.date ??= findDate(text, dateContext.today, false, dateContext.order)?.date
      if (mail.memo === '') mail.memo = findMemo(text)
      mail.bankId ??= findBankId(text)
    }
    return undefined
  }
  let from = colon > 0 ? colon : text.length
  while (from < text.length && ':# \t'.includes(text[from] as string)) from++
  const value = text.slice(from).trim()
  if (value === '') return label
  setField(mail, label, value, dateContext)
  return undefined
}

function findLabel(text: string): Label | undefined {
  if (text.length > 40) return undefined
  const word = text.trim().toLowerCase().replaceAll('’', "'")
  return (Object.keys(LABELS) as Label[]).find((label) => LABELS[label].includes(word))
}

function setField(mail: Mail, label: Label, value: string, { today, order }: DateContext): void {
  if (label === 'memo' && mail.memo === '') mail.memo = cleanLine(unquote(value))
  else if (label === 'date') mail.date ??= findDate(value, today, true, order)?.date
  else if (label === 'bankId') mail.bankId ??= parseBankId(value)
  else if (label === 'payer' && mail.payer === '') mail.payer = parseLeadingName(value)
  else if (label === 'amount') setAmount(mail, value)
  else if (label === 'status') mail.settlement = pickStronger(parseSettlementState(value, ''), mail.settlement)
  else if (label === 'kind') mail.evidence = combineEvidence(mail.evidence, assessKind(value))
  else if (label === 'currency') mail.foreign ??= findForeignCurrency(value)
}

const isAmount = (text: string): boolean =>
  (text.includes('$') && parseAmount(text) !== undefined) ||
  (findForeignInAmount(text) !== undefined &&
    /^(?:[A-Za-z]{2,3})?\d+(?:[A-Za-z]{3})?$/.test(text.replaceAll(/\W/g, '')))

/** Does not replace an amount that was parsed before. */
function setAmount(mail: Mail, text: string): void {
  const parsed = parseAmount(text)
  if (mail.amountCents === 0) mail.foreign ??= findForeignInAmount(text)
  if (mail.amountCents > 0 || !parsed || parsed.cents === 0) return
  mail.amountCents = parsed.cents
  mail.evidence = combineEvidence(mail.evidence, ...parsed.signs.map(toEvidence))
}
