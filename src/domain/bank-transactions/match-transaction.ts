import { type Cents, cents, formatCents } from '#domain/money/money.ts'
import {
  decodePaymentReference,
  encodePaymentReference,
  normalizePaymentReference,
  REFERENCE_COUNT,
} from '#domain/orders/payment-reference.ts'
import { splitPlainWords } from '#domain/orders/personal-order.ts'

/** An order with an amount due. */
export type OpenOrder = {
  id: number
  /** Positive. */
  balanceCents: Cents
  /** Possible payers: buyer, recipient, cardholder; first name before last name. */
  names: readonly string[]
  companies: readonly string[]
}

export type MatchCertainty = 'exact' | 'probable' | 'unknown'

/** An order that a bank transaction may pay, with the reason. */
export type Candidate = { orderId: number; reason: string; score: number }

/** The best candidate first. For an unknown transaction they are only hints for staff: none of them is proposed. */
export type TransactionMatch = { sort: MatchCertainty; candidates: Candidate[] }

export type PaymentDetails = { amountCents: Cents; payer: string; memo: string }

/** The open orders, indexed by what a bank transaction may mention; updated incrementally. */
export type OrderIndex = {
  /** The highest number of any order, open or not. */
  latest: number
  readonly orders: Map<number, IndexedOrder>
  readonly byAmount: Map<number, Set<number>>
  readonly byWord: Map<string, Set<number>>
  readonly byMistyped: Map<string, Set<number>>
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
/** Words in names that do not identify anyone. */
const NAME_FILLERS = new Set('llc inc corp co company ltd pllc lp mr mrs ms dr jr sr ii iii the and of'.split(' '))

export const createEmptyIndex = (): OrderIndex => ({
  latest: 0,
  orders: new Map(),
  byAmount: new Map(),
  byWord: new Map(),
  byMistyped: new Map(),
})

/** `latest`: the highest number of any order, open or not. */
export function indexOrders(openOrders: readonly OpenOrder[], latest: number): OrderIndex {
  const index = createEmptyIndex()
  updateIndex(index, { put: openOrders, removed: [], latest })
  return index
}

/** Removes orders, and adds or replaces others. */
export function updateIndex(
  index: OrderIndex,
  { put: changed, removed, latest }: { put: readonly OpenOrder[]; removed: Iterable<number>; latest: number },
): void {
  index.latest = latest
  for (const id of removed) removeOrder(index, id)
  for (const order of changed) {
    removeOrder(index, order.id)
    addOrder(index, order)
  }
}

function addOrder({ orders, byAmount, byWord, byMistyped }: OrderIndex, openOrder: OpenOrder): void {
  const { id, balanceCents } = openOrder
  const order: IndexedOrder = {
    id,
    code: encodePaymentReference(id),
    balanceCents,
    names: openOrder.names.map(parseName).filter(({ first, last }) => first !== '' && last.length > 0),
    companies: openOrder.companies.map(splitName).filter((words) => words.length > 0),
  }
  orders.set(id, order)
  addToIndex(byAmount, balanceCents, id)
  for (const word of listBuyerKeywords(order)) addToIndex(byWord, word, id)
  for (const mistyped of listMistypedVariants(order.code)) addToIndex(byMistyped, mistyped, id)
}

function removeOrder({ orders, byAmount, byWord, byMistyped }: OrderIndex, id: number): void {
  const order = orders.get(id)
  if (!order) return
  orders.delete(id)
  removeFromIndex(byAmount, order.balanceCents, id)
  for (const word of listBuyerKeywords(order)) removeFromIndex(byWord, word, id)
  for (const mistyped of listMistypedVariants(order.code)) removeFromIndex(byMistyped, mistyped, id)
}

const listBuyerKeywords = ({ names, companies }: IndexedOrder): string[] => [
  ...names.map(({ last }) => last.at(-1) as string),
  ...companies.map(([word]) => word as string),
]

function addToIndex<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const existing = map.get(key)
  if (existing) existing.add(id)
  else map.set(key, new Set([id]))
}

function removeFromIndex<Key>(map: Map<Key, Set<number>>, key: Key, id: number): void {
  const existing = map.get(key)
  existing?.delete(id)
  if (existing?.size === 0) map.delete(key)
}

/** Banks omit the apostrophe of O’Brien. */
const splitName = (text: string): string[] =>
  splitPlainWords(text.slice(0, 200)).filter((word) => !NAME_FILLERS.has(word))

function parseName(text: string): Name {
  const [first = '', ...last] = splitName(text)
  // A middle initial does not help.
  return { first, last: last.length > 1 ? last.filter((word) => word.length > 1) : last }
}

/** Variants with each character unreadable, and with each one missing. */
const listMistypedVariants = (code: string): string[] =>
  [...code].flatMap((_, position) => [
    `${code.slice(0, position)}?${code.slice(position + 1)}`,
    code.slice(0, position) + code.slice(position + 1),
  ])

/** Evidence for one order. */
type Evidence = { code: boolean; mistyped: boolean; number: boolean; name: 0 | 2 | 3; amount: boolean }

/**
 * Classifies a bank transaction (docs/back-office §3, Notices). Exact: payment reference and balance of one order.
 * Probable: one order is ahead, by its reference with a different amount; by a mistyped reference, its number or the
 * payer's name with the amount; or by a unique amount. Anything ambiguous is unknown.
 */
export function matchTransaction({ amountCents, payer, memo }: PaymentDetails, index: OrderIndex): TransactionMatch {
  const evidenceById = new Map<number, Evidence>()
  const getEvidence = (id: number): Evidence => {
    const existing = evidenceById.get(id) ?? {
      code: false,
      mistyped: false,
      number: false,
      name: 0 as const,
      amount: index.orders.get(id)?.balanceCents === amountCents,
    }
    evidenceById.set(id, existing)
    return existing
  }
  const words = splitWords(memo)
  // A bank may put its whole description into the payer's name.
  const codes = mergeCodes(findCodes(words, index), findCodes(splitWords(payer), index))
  for (const id of codes.open) getEvidence(id).code = true
  for (const id of findMistypedCodes(words, codes.words, index)) getEvidence(id).mistyped = true
  for (const word of words) {
    const id = /^\d{1,9}$/.test(word) ? Number(word) : 0
    if (index.orders.has(id)) getEvidence(id).number = true
  }
  const named = findNamedBuyers(payer, index)
  for (const [id, strength] of named.size > 0 ? named : findNamedBuyers(memo, index)) getEvidence(id).name = strength
  const sameAmount = [...(index.byAmount.get(amountCents) ?? [])].sort((a, b) => a - b)
  for (const id of sameAmount.slice(0, MAX_CANDIDATES)) getEvidence(id)

  const ranked = [...evidenceById].map(([orderId, evidence]) => ({ orderId, evidence, score: scoreEvidence(evidence) }))
  ranked.sort((a, b) => b.score - a.score || a.orderId - b.orderId)
  const sort = classifyMatch(ranked, codes, sameAmount.length)
  const candidates = ranked.slice(0, MAX_CANDIDATES).map(({ orderId, evidence, score }) => ({
    orderId,
    score,
    reason: formatReason(evidence, amountCents, index.orders.get(orderId)?.balanceCents as Cents, sameAmount.length),
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

const weighEvidence = ({ mistyped, number, name }: Evidence): number => (mistyped ? 4 : 0) + (number ? 4 : 0) + name

function scoreEvidence(evidence: Evidence): number {
  if (evidence.code) return (evidence.amount ? 200 : 100) + weighEvidence(evidence)
  return (evidence.amount && weighEvidence(evidence) > 0 ? 50 : evidence.amount ? 10 : 0) + weighEvidence(evidence)
}

function classifyMatch(ranked: readonly RankedOrder[], codes: Codes, sameAmount: number): MatchCertainty {
  const [best, second] = ranked
  // A payment reference of an order that is already paid needs review, regardless of other matches.
  if (!best || codes.closed.length > 0 || codes.open.length > 1) return 'unknown'
  if (best.evidence.code) {
    if (best.evidence.amount) return 'exact'
    const isContradicted = ranked.some(
      ({ evidence }) => !evidence.code && evidence.amount && weighEvidence(evidence) > 0,
    )
    return isContradicted ? 'unknown' : 'probable'
  }
  const [weight, b] = [weighEvidence(best.evidence), second ? weighEvidence(second.evidence) : 0]
  if (best.evidence.amount && weight > 0) {
    // The lead must exceed the difference between a name and its initial.
    const isAhead = !second?.evidence.amount || weight - b >= 2
    const rival = ranked.find(({ evidence }) => !evidence.amount && evidence.mistyped && evidence.name > 0)
    return isAhead && (!rival || weight > weighEvidence(rival.evidence)) ? 'probable' : 'unknown'
  }
  if (best.evidence.amount) {
    const names = ranked.some(({ evidence }) => weighEvidence(evidence) > 0)
    return sameAmount === 1 && !names ? 'probable' : 'unknown'
  }
  const both = ranked.filter(({ evidence }) => evidence.mistyped && evidence.name > 0)
  return both.length === 1 && both[0] === best && sameAmount === 0 ? 'probable' : 'unknown'
}

function formatReason(evidence: Evidence, amount: Cents, balance: Cents, sameAmount: number): string {
  const { code, mistyped, number, name } = evidence
  const parts = [
    ...(code ? ['memo code'] : mistyped ? ['a memo code with one typo'] : []),
    ...(number ? ['order number'] : []),
    ...(name === 3 ? ['customer name'] : name === 2 ? ['customer last name and initial'] : []),
  ]
  if (evidence.amount && parts.length === 0)
    return sameAmount === 1 ? 'Only open order with this amount.' : 'Matches amount.'
  if (evidence.amount) return `Matches ${joinList([...parts, 'amount'])}.`
  const difference =
    amount < balance
      ? `${formatCents(cents(balance - amount))} short of`
      : `${formatCents(cents(amount - balance))} more than`
  return `Matches ${joinList(parts)}; ${difference} the ${formatCents(balance)} due.`
}

const joinList = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`

/** Runs of letters and digits. */
const splitWords = (text: string): string[] =>
  text
    .slice(0, 500)
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')

/** Payment references in one word, or in adjacent words with six characters in total: `K7Q M2X`, `K-7-Q-M-2-X`. */
function findCodes(words: readonly string[], index: OrderIndex): Codes {
  const [openOrders, closed, codeWords] = [new Set<number>(), new Set<number>(), new Set<string>()]
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from; to < words.length && joined.length < CODE_LENGTH; to++) {
      joined += words[to]
      if (joined.length !== CODE_LENGTH) continue
      const orders = decodePaymentReference(joined, index.latest)
      const isOpen = orders.some((id) => index.orders.has(id))
      for (const id of orders) {
        if (index.orders.has(id)) openOrders.add(id)
        // Prose may match an old reference: if joined or without a digit, it counts only for an open order.
        else if (!isOpen && from === to && /\d/.test(joined)) closed.add(id)
      }
      if (orders.length > 0) for (const word of words.slice(from, to + 1)) codeWords.add(word)
    }
  }
  return { open: [...openOrders], closed: [...closed].slice(0, 3), words: codeWords }
}

const mergeCodes = (a: Codes, b: Codes): Codes => ({
  open: [...new Set([...a.open, ...b.open])],
  closed: [...new Set([...a.closed, ...b.closed])],
  words: new Set([...a.words, ...b.words]),
})

/** Open orders whose reference differs from a word by a wrong, missing, added or swapped character. */
function findMistypedCodes(
  words: readonly string[],
  codeWords: ReadonlySet<string>,
  { byMistyped, orders }: OrderIndex,
): Set<number> {
  const orderIds = new Set<number>()
  const addVariant = (key: string) => {
    for (const id of byMistyped.get(key) ?? []) orderIds.add(id)
  }
  const addDecoded = (text: string) => {
    for (const id of decodePaymentReference(text, REFERENCE_COUNT * 8)) if (orders.has(id)) orderIds.add(id)
  }
  for (const candidate of listMistypedCandidates(words, codeWords)) {
    const word = normalizePaymentReference(candidate)
    if (word.length === CODE_LENGTH - 1) addVariant(word)
    if (word.length === CODE_LENGTH) {
      for (let position = 0; position < word.length; position++)
        addVariant(`${word.slice(0, position)}?${word.slice(position + 1)}`)
      for (let position = 0; position + 1 < word.length; position++)
        addDecoded(word.slice(0, position) + word[position + 1] + word[position] + word.slice(position + 2))
    }
    if (word.length === CODE_LENGTH + 1)
      for (let position = 0; position < word.length; position++)
        addDecoded(word.slice(0, position) + word.slice(position + 1))
  }
  return orderIds
}

/** Words, and adjacent pairs of words, that may be a mistyped payment reference. */
function* listMistypedCandidates(words: readonly string[], codeWords: ReadonlySet<string>): Generator<string> {
  const isNear = (text: string) => Math.abs(text.length - CODE_LENGTH) <= 1 && !/^\d+$/.test(text)
  for (const [position, word] of words.entries()) {
    if (codeWords.has(word)) continue
    if (isNear(word)) yield word
    const joined = word + (words[position + 1] ?? '')
    if (position + 1 < words.length && word.length < CODE_LENGTH && isNear(joined) && /\d/.test(joined)) yield joined
  }
}

/** Open orders whose buyer is mentioned in the text: `ANA REYES`, `REYES, ANA M`, `A REYES`, or their company. */
function findNamedBuyers(text: string, { byWord, orders }: OrderIndex): Map<number, 2 | 3> {
  const textWords = new Set(splitName(text))
  const strengthById = new Map<number, 2 | 3>()
  for (const word of textWords) {
    for (const id of byWord.get(word) ?? []) {
      const order = orders.get(id) as IndexedOrder
      const strength = nameStrength(order, textWords)
      if (strength > (strengthById.get(id) ?? 0)) strengthById.set(id, strength as 2 | 3)
    }
  }
  return strengthById
}

function nameStrength({ names, companies }: IndexedOrder, textWords: ReadonlySet<string>): 0 | 2 | 3 {
  const containsAll = (words: readonly string[]) => words.every((word) => textWords.has(word))
  if (companies.some((words) => containsAll(words) && (words.length > 1 || textWords.size === 1))) return 3
  const named = names.filter(({ last }) => containsAll(last))
  if (named.some(({ first }) => textWords.has(first) && first.length > 1)) return 3
  return named.some(({ first }) =>
    [...textWords].some((word) => (word.length === 1 || first.length === 1) && word[0] === first[0]),
  )
    ? 2
    : 0
}
