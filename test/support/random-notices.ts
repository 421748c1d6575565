import { cents } from '#domain/money.ts'
import type { OpenOrder } from '#domain/notice/match-notice.ts'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'

/** How a bank transaction was generated. `orderId` is undefined where no match can be determined. */
export type Truth = { kind: 'code' | 'damaged' | 'name' | 'ambiguous'; orderId: number | undefined }
export type RandomNotice = { truth: Truth; day: number; cents: number; payer: string; memo: string }
export type RandomNotices = { orders: OpenOrder[]; latest: number; notices: RandomNotice[] }

const FIRST =
  'Ana Maria José Linh Grace Hannah Tanya Olga Wei Priya Fatima Chloë Denise Renée Tom Luis Kim Noor Ingrid Zoe Beth Carla Dawn Erin Faye'.split(
    ' ',
  )
const LAST =
  'Reyes Nguyen Smith Johnson García Müller O’Brien Park Lee Patel Khan Rossi Kowalski Ivanova Chen Lopez Adams Baker Cole Dunn Evans Ford Grant Hale Irwin Jensen Keller Lowe Mendez Nash Ortiz Perry Quinn Ramos Stone Tate Underhill Vega Walsh Xiong Young Zamora'.split(
    ' ',
  )
const COMPANY = ['Glow', 'Velvet', 'Luna', 'Bare', 'Silk', 'Coral', 'Amber', 'Ivory']
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const PROSE = ['', 'thank you', 'order', 'for supplies', 'payment', 'invoice', 'facial kit', 'memo']

/** A small seeded random number generator (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/**
 * Bank transactions with known matches, and the open orders that they pay (shares from the issue: 60% correct code, 15%
 * damaged code, 15% name and amount only, 10% ambiguous). Independent of the matching code.
 */
export function randomNotices(seed: number, count: number): RandomNotices {
  const random = randomOf(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const size = count * 3
  const firstId = 40_000
  const usedAmounts = new Set<number>()
  const orders: (OpenOrder & { first: string; last: string })[] = []
  for (let nth = 0; nth < size; nth++) {
    const [first, last] = [pick(FIRST), pick(LAST)]
    // A third have the price of a few kits, which many orders share.
    let amount = 4_999 + 2_500 * random(12)
    if (random(3) > 0) {
      do amount = 1_000 + random(900_000)
      while (usedAmounts.has(amount))
    }
    usedAmounts.add(amount)
    const companies = random(6) === 0 ? [`${pick(COMPANY)} ${pick(COMPANY)} Spa ${nth}`] : []
    orders.push({
      id: firstId + nth * 2,
      balanceCents: cents(amount),
      names: [`${first} ${last}`],
      companies,
      first,
      last,
    })
  }
  const latest = firstId + size * 2
  const holders = new Map<number, typeof orders>()
  for (const order of orders) holders.set(order.balanceCents, [...(holders.get(order.balanceCents) ?? []), order])
  const isTwin = (order: (typeof orders)[number]) =>
    (holders.get(order.balanceCents) ?? []).some(
      (other) => other !== order && other.last === order.last && other.first[0] === order.first[0],
    )
  const spent = new Set<number>()
  const next = (fits: (order: (typeof orders)[number]) => boolean) => {
    for (;;) {
      const order = pick(orders)
      if (spent.has(order.id) || !fits(order)) continue
      spent.add(order.id)
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
  const damage = (code: string): string => {
    const at = random(code.length)
    const without = code.slice(0, at) + code.slice(at + 1)
    const other = () => pick([...SIGNS].filter((sign) => sign !== code[at]))
    switch (random(4)) {
      case 0:
        return without
      case 1:
        return code.slice(0, at) + other() + code.slice(at)
      case 2: {
        const swap = random(code.length - 1)
        const swapped = code.slice(0, swap) + code[swap + 1] + code[swap] + code.slice(swap + 2)
        return swapped === code ? without : swapped
      }
      default:
        return code.slice(0, at) + other() + code.slice(at + 1)
    }
  }
  const wrap = (code: string): string => {
    const written = [
      code,
      code.toLowerCase(),
      `${code.slice(0, 3)} ${code.slice(3)}`,
      `${code.slice(0, 3)}-${code.slice(3)}`,
    ]
    return `${pick(PROSE)} ${pick(written)}`.trim()
  }
  const stranger = (): string => `${pick(['Viktor', 'Yusuf', 'Xenia'])} ${pick(['Brandt', 'Oyelaran', 'Hopkins'])}`

  const make = (nth: number): Omit<RandomNotice, 'day'> => {
    const share = (nth * 100) / count
    if (share < 60) {
      const order = next(() => true)
      const other = random(10) === 0 ? 1 + random(500) : 0
      const payer = random(8) === 0 ? stranger() : nameShape(order)
      return {
        truth: { kind: 'code', orderId: order.id },
        cents: order.balanceCents + other,
        payer,
        memo: wrap(paymentReferenceOf(order.id)),
      }
    }
    if (share < 75) {
      const order = next((candidate) => !isTwin(candidate))
      return {
        truth: { kind: 'damaged', orderId: order.id },
        cents: order.balanceCents,
        payer: nameShape(order),
        memo: `${pick(PROSE)} ${damage(paymentReferenceOf(order.id))}`.trim(),
      }
    }
    if (share < 90) {
      const order = next((candidate) => !isTwin(candidate))
      return {
        truth: { kind: 'name', orderId: order.id },
        cents: order.balanceCents,
        payer: nameShape(order),
        memo: pick(PROSE),
      }
    }
    const truth = { kind: 'ambiguous' as const, orderId: undefined }
    const shared = next((candidate) => (holders.get(candidate.balanceCents) ?? []).length > 1)
    switch (random(4)) {
      case 0: {
        const second = next((candidate) => candidate.id !== shared.id)
        const memo = `${paymentReferenceOf(shared.id)} ${paymentReferenceOf(second.id)}`
        return { truth, cents: shared.balanceCents + second.balanceCents, payer: nameShape(shared), memo }
      }
      case 1: {
        // Two identical orders of one buyer.
        const twin = { ...shared, id: latest - 1 - 2 * nth, companies: [] }
        orders.push(twin)
        return { truth, cents: shared.balanceCents, payer: `${shared.first} ${shared.last}`, memo: pick(PROSE) }
      }
      case 2:
        return { truth, cents: shared.balanceCents, payer: stranger(), memo: pick(PROSE) }
      default:
        return { truth, cents: 950_000 + random(50_000), payer: nameShape(shared), memo: pick(PROSE) }
    }
  }
  const notices: RandomNotice[] = []
  for (let nth = 0; nth < count; nth++) notices.push({ ...make(nth), day: 1 + random(20) })
  // Shuffled, as at a bank.
  for (let last = notices.length - 1; last > 0; last--) {
    const other = random(last + 1)
    ;[notices[last], notices[other]] = [notices[other] as RandomNotice, notices[last] as RandomNotice]
  }
  return { orders: orders.map(({ first, last, ...order }) => order), latest, notices }
}

const dollars = (amount: number): string =>
  `${Math.floor(amount / 100).toLocaleString('en-US')}.${String(amount % 100).padStart(2, '0')}`
const twoDigits = (day: number): string => String(day).padStart(2, '0')

/** The transactions as the CSV file of one bank, one per line in their order. */
export function noticesAsCsv(notices: readonly RandomNotice[]): string {
  const rows = notices.map(
    ({ day, cents, payer, memo }) => `11/${twoDigits(day)}/2026,"${payer}","${memo}","${dollars(cents)}","9,999.00"`,
  )
  return `${['Posting Date,Name,Memo,Amount,Balance', ...rows].join('\r\n')}\r\n`
}

/** The transactions as emails of several banks, one after another. */
export function noticesAsMails(notices: readonly RandomNotice[]): string {
  const mails = notices.map(({ day, cents, payer, memo }, nth) => {
    const number = `TX${100_000 + nth}Q`
    switch (nth % 3) {
      case 0:
        return `You received $${dollars(cents)} from ${payer}\nMemo: ${memo}\nSent on: Nov ${day}, 2026\nTransaction number: ${number}\n`
      case 1:
        return `${payer} sent you $${dollars(cents)}\n\nMessage\n${memo}\nDate\n11/${twoDigits(day)}/2026\nConfirmation\n${number}\n`
      default:
        return `Good news! You received a Zelle payment.\nA payment of $${dollars(cents)} was received from ${payer}\nDate: 2026-11-${twoDigits(day)}\nNote: ${memo}\nReference number: ${number}\n`
    }
  })
  return mails.join('\n')
}
