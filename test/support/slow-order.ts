import { halfUp, type PricedLine, type PricedOrder, slowPrice, sum } from './slow-price.ts'

export type OrderFacts = PricedOrder<PricedLine & { position: number; productId: number }>

type Quantities = { position: number; quantity: number }[]
type Step = 'packed' | 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up'

/** From the credited member upward, as of the month's end. */
type Path = readonly { member: number; active: boolean; level: number }[]

/** An accepted event of an order; days are numbers, and 0 is Sunday, 2026-03-01, the day it is placed. */
export type WholeOrderEvent =
  | { what: 'placed'; facts: OrderFacts; path: Path }
  | { what: 'edited'; facts: OrderFacts }
  | { what: 'paid'; payment: number; amountCents: number; isCheck: boolean; day: number }
  | { what: 'cleared'; payment: number; day: number }
  | { what: 'corrected'; payment: number }
  | { what: 'refunded'; payment: number; amountCents: number; note: number | undefined }
  | { what: 'packed'; shipment: number; lines: Quantities }
  | { what: 'stepped'; shipment: number; step: Step }
  | { what: 'voided'; shipment: number }
  | { what: 'completed' }
  | {
      what: 'returned'
      note: number
      lines: Quantities
      /** Returned pieces that were never shipped. */
      fromHere: Quantities
      restocked: Quantities
      withShipping: boolean
    }
  | { what: 'canceled'; note: number; isNumbered: boolean }
  | { what: 'expired'; note: number; day: number }
  | { what: 'reinstated' }
  | { what: 'month closed' }

const STEPS: Step[] = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up']

const priceOf = (facts: OrderFacts) => {
  const price = slowPrice(facts)
  const lines = facts.lines.map(({ position, quantity }, i) => ({
    position,
    quantity,
    ...(price.lines[i] as (typeof price.lines)[number]),
  }))
  return { ...price, lines }
}

/** docs/plan §3, in the order of the levels. */
const RATES = [300, 600, 900, 1200, 1500, 1800, 2000, 2200, 2400]
const DIRECT_LINE = 300

/** Bonuses of a closed month for the remaining part of an order, by member (docs/plan §6). */
function slowBonuses(path: Path, cv: number): Record<string, number> {
  const share = (rate: number): number => halfUp(BigInt(cv) * BigInt(rate), 10_000n)
  const paid: Record<string, number> = {}
  let highest = 0
  for (const [depth, { member, active, level }] of path.entries()) {
    if (depth === 1 && active && path[0]?.active) paid[`${member} direct_line`] = share(DIRECT_LINE)
    const rate = active ? (RATES[level - 1] ?? 0) : 0
    if (rate <= highest) continue
    paid[`${member} ${depth === 0 ? 'own_sale' : 'differential'}`] = share(rate) - share(highest)
    highest = rate
  }
  return Object.fromEntries(Object.entries(paid).filter(([, amount]) => amount !== 0))
}

/** Bank holidays on weekdays in 2026, from spring on. */
const HOLIDAYS = ['2026-05-25', '2026-06-19', '2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25']
const isBankingDay = (day: number): boolean => {
  const date = new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)
  return day % 7 !== 0 && day % 7 !== 6 && !HOLIDAYS.includes(date)
}
/** The day of placing does not count; the order is due on the last banking day, and overdue from the next one. */
function overdueFrom(paymentDays: number): number {
  let day = 0
  for (let left = paymentDays + 1; left > 0; ) if (isBankingDay(++day)) left--
  return day
}

/** Computes the state of an order from its events, from the start each time (docs/back-office §3). */
export function slowOrder(events: readonly WholeOrderEvent[], today: number, holdDays: number, paymentDays: number) {
  let price = priceOf({ lines: [], discount: undefined, shippingCents: undefined, rates: [], isExempt: false })
  let status = 'processing'
  let counts = false
  let isClosed = false
  let path: Path = []
  /** True if it counted when its month was closed: only then was anything paid that can be reversed. */
  let wasPaidOut = false
  const entries = new Map<number, { received: number; refunded: number; clears: number; note: number | undefined }>()
  const notes: { note: number; cents: number; isNumbered: boolean }[] = []
  const returned = new Map<number, number>()
  /** Pieces taken from the shelf and not put back. */
  const out = new Map<number, number>()
  /** Location of every ordered piece: undefined, or its parcel. */
  const pieces = new Map<number, (number | undefined)[]>()
  const steps = new Map<number, Step>()

  const sumOf = (kind: 'received' | 'refunded'): number => sum([...entries.values()].map((entry) => entry[kind]))
  const credited = (): number => sum(notes.map(({ cents }) => cents))
  const due = (): number => price.total - credited() - sumOf('received') + sumOf('refunded')
  const state = (uncleared = 0): string =>
    stateOf(due() + uncleared, sumOf('received') - uncleared, sumOf('refunded'), credited(), price.total)
  const isPaid = (uncleared = 0): boolean => ['paid', 'overpaid', 'partly_refunded'].includes(state(uncleared))
  const worth = (position: number, of: 'goods' | 'discount' | 'tax' | 'pv' | 'cv', back: number): number => {
    const line = price.lines.find((one) => one.position === position)
    return line ? halfUp(BigInt(line[of] * back), BigInt(line.quantity)) : 0
  }

  for (const event of events) {
    switch (event.what) {
      case 'placed':
      case 'edited':
        if (event.what === 'placed') path = event.path
        price = priceOf(event.facts)
        out.clear()
        pieces.clear()
        for (const { position, quantity } of event.facts.lines) {
          out.set(position, quantity)
          pieces.set(position, Array(quantity).fill(undefined))
        }
        break
      case 'paid': {
        const clears = event.isCheck ? event.day + holdDays : event.day
        entries.set(event.payment, { received: event.amountCents, refunded: 0, clears, note: undefined })
        break
      }
      case 'cleared': {
        const entry = entries.get(event.payment)
        if (entry) entry.clears = event.day
        break
      }
      case 'refunded':
        entries.set(event.payment, { received: 0, refunded: event.amountCents, clears: 0, note: event.note })
        break
      case 'corrected': {
        const was = isPaid() || state() === 'refunded'
        entries.delete(event.payment)
        if (status === 'completed' && was && !isPaid()) [status, counts] = ['processing', false]
        break
      }
      case 'packed':
        steps.set(event.shipment, 'packed')
        for (const { position, quantity } of event.lines) {
          for (let n = 0; n < quantity; n++) pieces.get(position)?.splice(open(position), 1, event.shipment)
        }
        break
      case 'stepped':
        steps.set(event.shipment, event.step)
        break
      case 'voided':
        for (const [position, all] of pieces)
          pieces.set(
            position,
            all.map((parcel) => (parcel === event.shipment ? undefined : parcel)),
          )
        break
      case 'completed':
        status = 'completed'
        counts = true
        break
      case 'returned': {
        let cents = event.withShipping ? price.parts.shipping + price.parts.insurance + price.shippingTax : 0
        for (const { position, quantity } of event.lines) {
          const [before, after] = [returned.get(position) ?? 0, (returned.get(position) ?? 0) + quantity]
          for (const [part, sign] of [
            ['goods', 1],
            ['discount', -1],
            ['tax', 1],
          ] as const)
            cents += sign * (worth(position, part, after) - worth(position, part, before))
          returned.set(position, after)
        }
        for (const { position, quantity } of event.fromHere)
          for (let n = 0; n < quantity; n++) pieces.get(position)?.splice(open(position), 1)
        for (const { position, quantity } of event.restocked) out.set(position, (out.get(position) ?? 0) - quantity)
        notes.push({ note: event.note, cents, isNumbered: true })
        break
      }
      case 'expired':
      case 'canceled':
        if (event.what === 'expired' && event.day < overdueFrom(paymentDays))
          throw new Error('canceled before its payment period was over')
        if (event.what === 'expired' && sumOf('received') > 0)
          throw new Error('canceled as unpaid although it was paid')
        notes.push({
          note: event.note,
          cents: price.total - credited(),
          isNumbered: event.what === 'canceled' && event.isNumbered,
        })
        for (const { position, quantity } of price.lines)
          out.set(position, (out.get(position) ?? 0) - (quantity - (returned.get(position) ?? 0)))
        ;[status, counts] = ['canceled', false]
        break
      case 'reinstated':
        notes.length = 0
        for (const { position, quantity } of price.lines) out.set(position, quantity)
        status = 'processing'
        break
      case 'month closed':
        isClosed = true
        wasPaidOut = counts
        break
    }
  }
  function open(position: number): number {
    return pieces.get(position)?.indexOf(undefined) ?? -1
  }

  const uncleared = sum([...entries.values()].map(({ received, clears }) => (clears > today ? received : 0)))
  const reached = [...pieces.values()].flat().map((parcel) => (parcel === undefined ? undefined : steps.get(parcel)))
  const furthest = STEPS.toReversed().find((step) => reached.includes(step))
  const counted = (of: 'pv' | 'cv'): number =>
    counts ? sum(price.lines.map((line) => line[of] - worth(line.position, of, returned.get(line.position) ?? 0))) : 0
  return {
    status,
    price,
    balance: due(),
    paymentState: state(),
    isCleared: isPaid(uncleared),
    credited: credited(),
    refundable: Math.max(0, -due()),
    refundableOfNotes: notes
      .filter(({ isNumbered }) => isNumbered)
      .map(({ note, cents }) => {
        const given = sum([...entries.values()].map((entry) => (entry.note === note ? entry.refunded : 0)))
        return [note, Math.min(Math.max(0, -due()), Math.max(0, cents - given))]
      }),
    fulfillment: !furthest
      ? 'unfulfilled'
      : reached.every((step) => step === furthest)
        ? furthest
        : `partly_${furthest}`,
    isHandedOver: reached.every((step) => step === 'shipped' || step === 'delivered' || step === 'picked_up'),
    open: [...pieces]
      .map(([position, all]) => ({ position, quantity: all.filter((parcel) => parcel === undefined).length }))
      .filter(({ quantity }) => quantity > 0),
    out: Object.fromEntries(out),
    pv: counted('pv'),
    cv: counted('cv'),
    isOverdue: today >= overdueFrom(paymentDays),
    bonuses: isClosed && wasPaidOut ? slowBonuses(path, counted('cv')) : {},
  }
}

function stateOf(due: number, received: number, refunded: number, credited: number, whole: number): string {
  const held = received - refunded
  if (due < 0) return 'overpaid'
  if (due > 0) return held > 0 ? 'partly_paid' : 'unpaid'
  if (held > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  if (refunded > 0) return 'refunded'
  return whole === 0 ? 'paid' : 'unpaid'
}
