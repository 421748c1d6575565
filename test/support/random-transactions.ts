import type { OpenOrder } from '#domain/bank-transactions/match-transaction.ts'
import { cents } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'

/** How a bank transaction was generated. `orderId` is undefined where no match can be determined. */
export type Truth = { kind: 'code' | 'mistyped' | 'name' | 'ambiguous'; orderId: number | undefined }
export type RandomTransaction = { truth: Truth; day: number; cents: number; payer: string; memo: string }
export type RandomTransactions = { orders: OpenOrder[]; latest: number; transactions: RandomTransaction[] }

const FIRST_NAMES =
  'Ana Maria José Linh Grace Hannah Tanya Olga Wei Priya Fatima Chloë Denise Renée Tom Luis Kim Noor Ingrid Zoe Beth Carla Dawn Erin Faye'.split(
    ' ',
  )
const LAST_NAMES =
  'Reyes Nguyen Smith Johnson García Müller O’Brien Park Lee Patel Khan Rossi Kowalski Ivanova Chen Lopez Adams Baker Cole Dunn Evans Ford Grant Hale Irwin Jensen Keller Lowe Mendez Nash Ortiz Perry Quinn Ramos Stone Tate Underhill Vega Walsh Xiong Young Zamora'.split(
    ' ',
  )
const COMPANY_WORDS = ['Glow', 'Velvet', 'Luna', 'Bare', 'Silk', 'Coral', 'Amber', 'Ivory']
const CODE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MEMO_TEXTS = ['', 'thank you', 'order', 'for supplies', 'payment', 'invoice', 'facial kit', 'memo']

/** A small seeded random number generator (mulberry32). */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

/**
 * Bank transactions with known matches, and the open orders that they pay (shares from the issue: 60% correct code, 15%
 * mistyped code, 15% name and amount only, 10% ambiguous). Independent of the matching code.
 */
export function randomTransactions(seed: number, count: number): RandomTransactions {
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const size = count * 3
  const firstId = 40_000
  const usedAmounts = new Set<number>()
  const orders: (OpenOrder & { first: string; last: string })[] = []
  for (let index = 0; index < size; index++) {
    const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)]
    // A third have the price of a few kits, which many orders share.
    let amount = 4_999 + 2_500 * random(12)
    if (random(3) > 0) {
      do amount = 1_000 + random(900_000)
      while (usedAmounts.has(amount))
    }
    usedAmounts.add(amount)
    const companies = random(6) === 0 ? [`${pick(COMPANY_WORDS)} ${pick(COMPANY_WORDS)} Spa ${index}`] : []
    orders.push({
      id: firstId + index * 2,
      balanceCents: cents(amount),
      names: [`${first} ${last}`],
      companies,
      first,
      last,
    })
  }
  const latest = firstId + size * 2
  const ordersByBalance = new Map<number, typeof orders>()
  for (const order of orders)
    ordersByBalance.set(order.balanceCents, [...(ordersByBalance.get(order.balanceCents) ?? []), order])
  const hasDuplicate = (order: (typeof orders)[number]) =>
    (ordersByBalance.get(order.balanceCents) ?? []).some(
      (other) => other !== order && other.last === order.last && other.first[0] === order.first[0],
    )
  const usedIds = new Set<number>()
  const takeOrder = (matches: (order: (typeof orders)[number]) => boolean) => {
    for (;;) {
      const order = pick(orders)
      if (usedIds.has(order.id) || !matches(order)) continue
      usedIds.add(order.id)
      return order
    }
  }
  const nameShape = (order: (typeof orders)[number]): string => {
    const [first, last] = [order.first, order.last]
    const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    switch (random(7)) {
      case 0:
        return `${last.toUpperCase()} ${first.toUpperCase()}`
      case 1:
        return `${last.toUpperCase()}, ${first.toUpperCase()} M`
      case 2:
        return plain(`${first} ${last}`).toUpperCase()
      case 3:
        return `${first[0]} ${last}`
      case 4:
        return `Ms ${first} R. ${last}`
      case 5:
        return order.companies[0] ? `${order.companies[0]} LLC` : `${first} ${last}`
      default:
        return `${first} ${last}`
    }
  }
  const damageCode = (code: string): string => {
    const at = random(code.length)
    const shortened = code.slice(0, at) + code.slice(at + 1)
    const otherCharacter = () => pick([...CODE_CHARACTERS].filter((character) => character !== code[at]))
    switch (random(4)) {
      case 0:
        return shortened
      case 1:
        return code.slice(0, at) + otherCharacter() + code.slice(at)
      case 2: {
        const swap = random(code.length - 1)
        const swapped = code.slice(0, swap) + code[swap + 1] + code[swap] + code.slice(swap + 2)
        return swapped === code ? shortened : swapped
      }
      default:
        return code.slice(0, at) + otherCharacter() + code.slice(at + 1)
    }
  }
  const formatCode = (code: string): string => {
    const spellings = [
      code,
      code.toLowerCase(),
      `${code.slice(0, 3)} ${code.slice(3)}`,
      `${code.slice(0, 3)}-${code.slice(3)}`,
    ]
    return `${pick(MEMO_TEXTS)} ${pick(spellings)}`.trim()
  }
  const strangerName = (): string => `${pick(['Viktor', 'Yusuf', 'Xenia'])} ${pick(['Brandt', 'Oyelaran', 'Hopkins'])}`

  const makeTransaction = (index: number): Omit<RandomTransaction, 'day'> => {
    const share = (index * 100) / count
    if (share < 60) {
      const order = takeOrder(() => true)
      const difference = random(10) === 0 ? 1 + random(500) : 0
      const payer = random(8) === 0 ? strangerName() : nameShape(order)
      return {
        truth: { kind: 'code', orderId: order.id },
        cents: order.balanceCents + difference,
        payer,
        memo: formatCode(encodePaymentReference(order.id)),
      }
    }
    if (share < 75) {
      const order = takeOrder((candidate) => !hasDuplicate(candidate))
      return {
        truth: { kind: 'mistyped', orderId: order.id },
        cents: order.balanceCents,
        payer: nameShape(order),
        memo: `${pick(MEMO_TEXTS)} ${damageCode(encodePaymentReference(order.id))}`.trim(),
      }
    }
    if (share < 90) {
      const order = takeOrder((candidate) => !hasDuplicate(candidate))
      return {
        truth: { kind: 'name', orderId: order.id },
        cents: order.balanceCents,
        payer: nameShape(order),
        memo: pick(MEMO_TEXTS),
      }
    }
    const truth = { kind: 'ambiguous' as const, orderId: undefined }
    const shared = takeOrder((candidate) => (ordersByBalance.get(candidate.balanceCents) ?? []).length > 1)
    switch (random(4)) {
      case 0: {
        const second = takeOrder((candidate) => candidate.id !== shared.id)
        const memo = `${encodePaymentReference(shared.id)} ${encodePaymentReference(second.id)}`
        return { truth, cents: shared.balanceCents + second.balanceCents, payer: nameShape(shared), memo }
      }
      case 1: {
        // Two identical orders of one buyer.
        const duplicate = { ...shared, id: latest - 1 - 2 * index, companies: [] }
        orders.push(duplicate)
        return { truth, cents: shared.balanceCents, payer: `${shared.first} ${shared.last}`, memo: pick(MEMO_TEXTS) }
      }
      case 2:
        return { truth, cents: shared.balanceCents, payer: strangerName(), memo: pick(MEMO_TEXTS) }
      default:
        return { truth, cents: 950_000 + random(50_000), payer: nameShape(shared), memo: pick(MEMO_TEXTS) }
    }
  }
  const transactions: RandomTransaction[] = []
  for (let index = 0; index < count; index++) transactions.push({ ...makeTransaction(index), day: 1 + random(20) })
  // Shuffled, as at a bank.
  for (let last = transactions.length - 1; last > 0; last--) {
    const swapIndex = random(last + 1)
    ;[transactions[last], transactions[swapIndex]] = [
      transactions[swapIndex] as RandomTransaction,
      transactions[last] as RandomTransaction,
    ]
  }
  return { orders: orders.map(({ first, last, ...order }) => order), latest, transactions }
}

const dollars = (amount: number): string =>
  `${Math.floor(amount / 100).toLocaleString('en-US')}.${String(amount % 100).padStart(2, '0')}`
const twoDigits = (day: number): string => String(day).padStart(2, '0')

/** The transactions as the CSV file of one bank, one per line in their order. */
export function transactionsToCsv(transactions: readonly RandomTransaction[]): string {
  const rows = transactions.map(
    ({ day, cents, payer, memo }) => `11/${twoDigits(day)}/2026,"${payer}","${memo}","${dollars(cents)}","9,999.00"`,
  )
  return `${['Posting Date,Name,Memo,Amount,Balance', ...rows].join('\r\n')}\r\n`
}

/** The transactions as emails of several banks, one after another. */
export function transactionsToEmails(transactions: readonly RandomTransaction[]): string {
  const emails = transactions.map(({ day, cents, payer, memo }, index) => {
    const number = `TX${100_000 + index}Q`
    switch (index % 3) {
      case 0:
        return `You received $${dollars(cents)} from ${payer}\nMemo: ${memo}\nSent on: Nov ${day}, 2026\nTransaction number: ${number}\n`
      case 1:
        return `${payer} sent you $${dollars(cents)}\n\nMessage\n${memo}\nDate\n11/${twoDigits(day)}/2026\nConfirmation\n${number}\n`
      default:
        return `Good news! You received a Zelle payment.\nA payment of $${dollars(cents)} was received from ${payer}\nDate: 2026-11-${twoDigits(day)}\nNote: ${memo}\nReference number: ${number}\n`
    }
  })
  return emails.join('\n')
}
