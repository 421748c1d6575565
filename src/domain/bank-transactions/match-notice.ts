import { type Cents, cents, formatCents } from '#domain/money/money.ts'
import {
  MEMO_CODES,
  ordersOfPaymentReference,
  paymentReferenceOf,
  plainMemoCode,
} from '#domain/orders/payment-reference.ts'
import { plainWords } from '#domain/orders/personal-order.ts'

/** An order with an amount due. */
export type OpenOrder = {
  id: number
  /** Positive. */
  balanceCents: Cents
  /** Possible payers: buyer, recipient, cardholder; first name before last name. */
  names: readonly string[]
  companies: readonly string[]
}

export type NoticeSort = 'exact' | 'probable' | 'unknown'

/** An order that a bank transaction may pay, with the reason. */
export type Candidate = { orderId: number; reason: string; score: number }

/** The best candidate first. For an unknown transaction they are only hints for staff: none of them is proposed. */
export type NoticeMatch = { sort: NoticeSort; candidates: Candidate[] }

export type PaidNotice = { amountCents: Cents; payer: string; memo: string }

/** The open orders, indexed by what a bank transaction may mention; updated incrementally. */
export type OrderIndex = {
  /** The highest number of any order, open or not. */
  latest: number
  readonly orders: Map<number, IndexedOrder>
  readonly byAmount: Map<number, Set<number>>
  readonly byWord: Map<string, Set<number>>
  readonly byDamage: Map<string, Set<number>>
}
type Name = { first: string; last: readonly string[] }
type IndexedOrder = {
  id: number
  code: string
  balanceCents: Cents
  names: readonly Name[]
  companies: readonly (readonly string[])[]
}

const MAX_CANDIDATES = 8
const CODE_LENGTH = 6
/** Words that banks and people add to a name, which identify nobody. */
const NO_NAME = new Set('llc inc corp co company ltd pllc lp mr mrs ms dr jr sr ii iii the and of'.split(' '))

export const emptyIndex = (): OrderIndex => ({
  latest: 0,
  orders: new Map(),
  byAmount: new Map(),
  byWord: new Map(),
  byDamage: new Map(),
})

/** `latest`: the highest number of any order, open or not. */
export function indexOrders(open: readonly OpenOrder[], latest: number): OrderIndex {
  const index = emptyIndex()
  changeIndex(index, { put: open, removed: [], latest })
  return index
}

/** Removes orders, and adds or replaces others. */
export function changeIndex(
  index: OrderIndex,
  { put, removed, latest }: { put: readonly OpenOrder[]; removed: Iterable<number>; latest: number },
): void {
  index.latest = latest
  for (const id of removed) takeOut(index, id)
  for (const order of put) {
    takeOut(index, order.id)
    putIn(index, order)
  }
}

function putIn({ orders, byAmount, byWord, byDamage }: OrderIndex, open: OpenOrder): void {
  const { id, balanceCents } = open
  const order: IndexedOrder = {
    id,
    code: paymentReferenceOf(id),
    balanceCents,
    names: open.names.map(nameOf).filter(({ first, last }) => first !== '' && last.length > 0),
    companies: open.companies.map(nameLabels).filter((words) => words.length > 0),
  }
  orders.set(id, order)
  add(byAmount, balanceCents, id)
  for (const word of wordsOfBuyer(order)) add(byWord, word, id)
  for (const damaged of damagesOf(order.code)) add(byDamage, damaged, id)
}

function takeOut({ orders, byAmount, byWord, byDamage }: OrderIndex, id: number): void {
  const order = orders.get(id)
  if (!order) return
  orders.delete(id)
  drop(byAmount, order.balanceCents, id)
  for (const word of wordsOfBuyer(order)) drop(byWord, word, id)
  for (const damaged of damagesOf(order.code)) drop(byDamage, damaged, id)
}

const wordsOfBuyer = ({ names, companies }: IndexedOrder): string[] => [
  ...names.map(({ last }) => last.at(-1) as string),
  ...companies.map(([word]) => word as string),
]

function add<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const known = map.get(key)
  if (known) known.add(id)
  else map.set(key, new Set([id]))
}

function drop<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const known = map.get(key)
  known?.delete(id)
  if (known?.size === 0) map.delete(key)
}

/** Banks omit the apostrophe of O’Brien. */
const nameLabels = (text: string): string[] => plainWords(text.slice(0, 200)).filter((word) => !NO_NAME.has(word))

function nameOf(text: string): Name {
  const [first = '', ...last] = nameLabels(text)
  // A middle initial does not help.
  return { first, last: last.length > 1 ? last.filter((word) => word.length > 1) : last }
}

/** Variants with each character unreadable, and with each one missing. */
const damagesOf = (code: string): string[] =>
  [...code].flatMap((_, at) => [`${code.slice(0, at)}?${code.slice(at + 1)}`, code.slice(0, at) + code.slice(at + 1)])

/** Evidence for one order. */
type Evidence = { code: boolean; damaged: boolean; number: boolean; name: 0 | 2 | 3; amount: boolean }

/**
 * Classifies a bank transaction (docs/back-office §3, Notices). Exact: payment reference and balance of one order.
 * Probable: one order is ahead, by its reference with another amount; by a damaged reference, its number or the payer's
 * name with the amount; or by a unique amount. Anything ambiguous is unknown.
 */
export function matchNotice({ amountCents, payer, memo }: PaidNotice, index: OrderIndex): NoticeMatch {
  const found = new Map<number, Evidence>()
  const of = (id: number): Evidence => {
    const known = found.get(id) ?? {
      code: false,
      damaged: false,
      number: false,
      name: 0 as const,
      amount: index.orders.get(id)?.balanceCents === amountCents,
    }
    found.set(id, known)
    return known
  }
  const words = wordsOf(memo)
  // A bank may put its whole description into the payer's name.
  const codes = bothCodes(codesIn(words, index), codesIn(wordsOf(payer), index))
  for (const id of codes.open) of(id).code = true
  for (const id of damagedIn(words, codes.words, index)) of(id).damaged = true
  for (const word of words) {
    const id = /^\d{1,9}$/.test(word) ? Number(word) : 0
    if (index.orders.has(id)) of(id).number = true
  }
  const named = namedIn(payer, index)
  for (const [id, strength] of named.size > 0 ? named : namedIn(memo, index)) of(id).name = strength
  const sameAmount = [...(index.byAmount.get(amountCents) ?? [])].sort((a, b) => a - b)
  for (const id of sameAmount.slice(0, MAX_CANDIDATES)) of(id)

  const ranked = [...found].map(([orderId, evidence]) => ({ orderId, evidence, score: scoreOf(evidence) }))
  ranked.sort((a, b) => b.score - a.score || a.orderId - b.orderId)
  const sort = sortOf(ranked, codes, sameAmount.length)
  const candidates = ranked.slice(0, MAX_CANDIDATES).map(({ orderId, evidence, score }) => ({
    orderId,
    score,
    reason: reasonOf(evidence, amountCents, index.orders.get(orderId)?.balanceCents as Cents, sameAmount.length),
  }))
  const closed = codes.closed.map((orderId) => ({
    orderId,
    score: 0,
    reason: `The memo has the code of order ${orderId}, but nothing is due.`,
  }))
  return { sort, candidates: [...closed, ...candidates].slice(0, MAX_CANDIDATES) }
}

type RankedOrder = { orderId: number; evidence: Evidence; score: number }
type Codes = { open: number[]; closed: number[]; words: ReadonlySet<string> }

const weightOf = ({ damaged, number, name }: Evidence): number => (damaged ? 4 : 0) + (number ? 4 : 0) + name

function scoreOf(evidence: Evidence): number {
  if (evidence.code) return (evidence.amount ? 200 : 100) + weightOf(evidence)
  return (evidence.amount && weightOf(evidence) > 0 ? 50 : evidence.amount ? 10 : 0) + weightOf(evidence)
}

function sortOf(ranked: readonly RankedOrder[], codes: Codes, sameAmount: number): NoticeSort {
  const [best, second] = ranked
  // A payment reference of an order that is already paid needs review, regardless of other matches.
  if (!best || codes.closed.length > 0 || codes.open.length > 1) return 'unknown'
  if (best.evidence.code) {
    if (best.evidence.amount) return 'exact'
    const isContradicted = ranked.some(({ evidence }) => !evidence.code && evidence.amount && weightOf(evidence) > 0)
    return isContradicted ? 'unknown' : 'probable'
  }
  const [weight, other] = [weightOf(best.evidence), second ? weightOf(second.evidence) : 0]
  if (best.evidence.amount && weight > 0) {
    // The lead must exceed the difference between a name and its initial.
    const isAhead = !second?.evidence.amount || weight - other >= 2
    const rival = ranked.find(({ evidence }) => !evidence.amount && evidence.damaged && evidence.name > 0)
    return isAhead && (!rival || weight > weightOf(rival.evidence)) ? 'probable' : 'unknown'
  }
  if (best.evidence.amount) {
    const names = ranked.some(({ evidence }) => weightOf(evidence) > 0)
    return sameAmount === 1 && !names ? 'probable' : 'unknown'
  }
  const both = ranked.filter(({ evidence }) => evidence.damaged && evidence.name > 0)
  return both.length === 1 && both[0] === best && sameAmount === 0 ? 'probable' : 'unknown'
}

function reasonOf(evidence: Evidence, amount: Cents, balance: Cents, sameAmount: number): string {
  const { code, damaged, number, name } = evidence
  const parts = [
    ...(code ? ['memo code'] : damaged ? ['a memo code with one typo'] : []),
    ...(number ? ['order number'] : []),
    ...(name === 3 ? ['customer name'] : name === 2 ? ['customer last name and initial'] : []),
  ]
  if (evidence.amount && parts.length === 0)
    return sameAmount === 1 ? 'Only open order with this amount.' : 'Matches amount.'
  if (evidence.amount) return `Matches ${listOf([...parts, 'amount'])}.`
  const difference =
    amount < balance
      ? `${formatCents(cents(balance - amount))} short of`
      : `${formatCents(cents(amount - balance))} more than`
  return `Matches ${listOf(parts)}; ${difference} the ${formatCents(balance)} due.`
}

const listOf = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`

/** Runs of letters and digits. */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, 500)
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')

/** Payment references in one word, or in adjacent words with six characters in total: `K7Q M2X`, `K-7-Q-M-2-X`. */
function codesIn(words: readonly string[], index: OrderIndex): Codes {
  const [open, closed, read] = [new Set<number>(), new Set<number>(), new Set<string>()]
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from; to < words.length && joined.length < CODE_LENGTH; to++) {
      joined += words[to]
      if (joined.length !== CODE_LENGTH) continue
      const orders = ordersOfPaymentReference(joined, index.latest)
      const isOpen = orders.some((id) => index.orders.has(id))
      for (const id of orders) {
        if (index.orders.has(id)) open.add(id)
        // Prose may match an old reference: if joined or without a digit, it counts only for an open order.
        else if (!isOpen && from === to && /\d/.test(joined)) closed.add(id)
      }
      if (orders.length > 0) for (const word of words.slice(from, to + 1)) read.add(word)
    }
  }
  return { open: [...open], closed: [...closed].slice(0, 3), words: read }
}

const bothCodes = (one: Codes, other: Codes): Codes => ({
  open: [...new Set([...one.open, ...other.open])],
  closed: [...new Set([...one.closed, ...other.closed])],
  words: new Set([...one.words, ...other.words]),
})

/** Open orders whose reference differs from a word by a wrong, missing, added or swapped character. */
function damagedIn(words: readonly string[], read: ReadonlySet<string>, { byDamage, orders }: OrderIndex): Set<number> {
  const found = new Set<number>()
  const take = (key: string) => {
    for (const id of byDamage.get(key) ?? []) found.add(id)
  }
  const whole = (text: string) => {
    for (const id of ordersOfPaymentReference(text, MEMO_CODES * 8)) if (orders.has(id)) found.add(id)
  }
  for (const given of slipsOf(words, read)) {
    const word = plainMemoCode(given)
    if (word.length === CODE_LENGTH - 1) take(word)
    if (word.length === CODE_LENGTH) {
      for (let at = 0; at < word.length; at++) take(`${word.slice(0, at)}?${word.slice(at + 1)}`)
      for (let at = 0; at + 1 < word.length; at++)
        whole(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
    }
    if (word.length === CODE_LENGTH + 1)
      for (let at = 0; at < word.length; at++) whole(word.slice(0, at) + word.slice(at + 1))
  }
  return found
}

/** Words, and adjacent pairs of words, that may be a damaged payment reference. */
function* slipsOf(words: readonly string[], read: ReadonlySet<string>): Generator<string> {
  const isNear = (text: string) => Math.abs(text.length - CODE_LENGTH) <= 1 && !/^\d+$/.test(text)
  for (const [at, word] of words.entries()) {
    if (read.has(word)) continue
    if (isNear(word)) yield word
    const joined = word + (words[at + 1] ?? '')
    if (at + 1 < words.length && word.length < CODE_LENGTH && isNear(joined) && /\d/.test(joined)) yield joined
  }
}

/** Open orders whose buyer is mentioned in the text: `ANA REYES`, `REYES, ANA M`, `A REYES`, or their company. */
function namedIn(text: string, { byWord, orders }: OrderIndex): Map<number, 2 | 3> {
  const said = new Set(nameLabels(text))
  const found = new Map<number, 2 | 3>()
  for (const word of said) {
    for (const id of byWord.get(word) ?? []) {
      const order = orders.get(id) as IndexedOrder
      const strength = strengthOf(order, said)
      if (strength > (found.get(id) ?? 0)) found.set(id, strength as 2 | 3)
    }
  }
  return found
}

function strengthOf({ names, companies }: IndexedOrder, said: ReadonlySet<string>): 0 | 2 | 3 {
  const all = (words: readonly string[]) => words.every((word) => said.has(word))
  if (companies.some((words) => all(words) && (words.length > 1 || said.size === 1))) return 3
  const named = names.filter(({ last }) => all(last))
  if (named.some(({ first }) => said.has(first) && first.length > 1)) return 3
  return named.some(({ first }) =>
    [...said].some((word) => (word.length === 1 || first.length === 1) && word[0] === first[0]),
  )
    ? 2
    : 0
}
