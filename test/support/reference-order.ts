import { type PricedLine, type PricedOrder, referencePrice, roundHalfUp, sum } from './reference-price.ts'

export type OrderTerms = PricedOrder<PricedLine & { position: number; productId: number }>

type Quantities = { position: number; quantity: number }[]
type Step = 'packed' | 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up'

/** From the credited member upward, as of the month's end. */
type Path = readonly { member: number; active: boolean; level: number }[]

/** An accepted event of an order; days are numbers, and 0 is Sunday, 2026-03-01, the day it is placed. */
export type OrderLifecycleEvent =
  | { type: 'placed'; terms: OrderTerms; path: Path }
  | { type: 'edited'; terms: OrderTerms }
  | { type: 'paid'; payment: number; amountCents: number; isCheck: boolean; day: number }
  | { type: 'cleared'; payment: number; day: number }
  | { type: 'corrected'; payment: number }
  | { type: 'refunded'; payment: number; amountCents: number; note: number | undefined }
  | { type: 'packed'; shipment: number; lines: Quantities }
  | { type: 'advanced'; shipment: number; step: Step }
  | { type: 'voided'; shipment: number }
  | { type: 'completed' }
  | {
      type: 'returned'
      note: number
      lines: Quantities
      /** Returned units that were never shipped. */
      neverShipped: Quantities
      restocked: Quantities
      withShipping: boolean
    }
  | { type: 'canceled'; note: number; isNumbered: boolean }
  | { type: 'expired'; note: number; day: number }
  | { type: 'reinstated' }
  | { type: 'month_closed' }

const STEPS: Step[] = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up']

const priceOf = (terms: OrderTerms) => {
  const price = referencePrice(terms)
  const lines = terms.lines.map(({ position, quantity }, i) => ({
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
function referenceBonuses(path: Path, cv: number): Record<string, number> {
  const share = (rate: number): number => roundHalfUp(BigInt(cv) * BigInt(rate), 10_000n)
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
  for (let remaining = paymentDays + 1; remaining > 0; ) if (isBankingDay(++day)) remaining--
  return day
}

/** Computes the state of an order from its events, from the start each time (docs/back-office §3). */
export function referenceOrder(
  events: readonly OrderLifecycleEvent[],
  today: number,
  holdDays: number,
  paymentDays: number,
) {
  let price = priceOf({ lines: [], discount: undefined, shippingCents: undefined, rates: [], isExempt: false })
  let status = 'processing'
  let isCounted = false
  let isClosed = false
  let path: Path = []
  /** True if it counted when its month was closed: only then was anything paid that can be reversed. */
  let wasPaidOut = false
  const entries = new Map<number, { received: number; refunded: number; clearsOn: number; note: number | undefined }>()
  const notes: { note: number; cents: number; isNumbered: boolean }[] = []
  const returned = new Map<number, number>()
  /** Units taken from the shelf and not restocked. */
  const outstanding = new Map<number, number>()
  /** Shipment of every ordered unit; undefined if not packed. */
  const units = new Map<number, (number | undefined)[]>()
  const steps = new Map<number, Step>()

  const sumEntries = (kind: 'received' | 'refunded'): number => sum([...entries.values()].map((entry) => entry[kind]))
  const credited = (): number => sum(notes.map(({ cents }) => cents))
  const balanceDue = (): number => price.total - credited() - sumEntries('received') + sumEntries('refunded')
  const state = (uncleared = 0): string =>
    paymentStateOf(
      balanceDue() + uncleared,
      sumEntries('received') - uncleared,
      sumEntries('refunded'),
      credited(),
      price.total,
    )
  const isPaid = (uncleared = 0): boolean => ['paid', 'overpaid', 'partly_refunded'].includes(state(uncleared))
  const shareOfLine = (
    position: number,
    part: 'goods' | 'discount' | 'tax' | 'pv' | 'cv',
    quantity: number,
  ): number => {
    const line = price.lines.find((line) => line.position === position)
    return line ? roundHalfUp(BigInt(line[part] * quantity), BigInt(line.quantity)) : 0
  }

  for (const event of events) {
    switch (event.type) {
      case 'placed':
      case 'edited':
        if (event.type === 'placed') path = event.path
        price = priceOf(event.terms)
        outstanding.clear()
        units.clear()
        for (const { position, quantity } of event.terms.lines) {
          outstanding.set(position, quantity)
          units.set(position, Array(quantity).fill(undefined))
        }
        break
      case 'paid': {
        const clearsOn = event.isCheck ? event.day + holdDays : event.day
        entries.set(event.payment, { received: event.amountCents, refunded: 0, clearsOn, note: undefined })
        break
      }
      case 'cleared': {
        const entry = entries.get(event.payment)
        if (entry) entry.clearsOn = event.day
        break
      }
      case 'refunded':
        entries.set(event.payment, { received: 0, refunded: event.amountCents, clearsOn: 0, note: event.note })
        break
      case 'corrected': {
        const wasPaid = isPaid() || state() === 'refunded'
        entries.delete(event.payment)
        if (status === 'completed' && wasPaid && !isPaid()) [status, isCounted] = ['processing', false]
        break
      }
      case 'packed':
        steps.set(event.shipment, 'packed')
        for (const { position, quantity } of event.lines) {
          for (let n = 0; n < quantity; n++) units.get(position)?.splice(openIndex(position), 1, event.shipment)
        }
        break
      case 'advanced':
        steps.set(event.shipment, event.step)
        break
      case 'voided':
        for (const [position, parcels] of units)
          units.set(
            position,
            parcels.map((parcel) => (parcel === event.shipment ? undefined : parcel)),
          )
        break
      case 'completed':
        status = 'completed'
        isCounted = true
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
            cents += sign * (shareOfLine(position, part, after) - shareOfLine(position, part, before))
          returned.set(position, after)
        }
        for (const { position, quantity } of event.neverShipped)
          for (let n = 0; n < quantity; n++) units.get(position)?.splice(openIndex(position), 1)
        for (const { position, quantity } of event.restocked)
          outstanding.set(position, (outstanding.get(position) ?? 0) - quantity)
        notes.push({ note: event.note, cents, isNumbered: true })
        break
      }
      case 'expired':
      case 'canceled':
        if (event.type === 'expired' && event.day < overdueFrom(paymentDays))
          throw new Error('canceled before its payment period was over')
        if (event.type === 'expired' && sumEntries('received') > 0)
          throw new Error('canceled as unpaid although it was paid')
        notes.push({
          note: event.note,
          cents: price.total - credited(),
          isNumbered: event.type === 'canceled' && event.isNumbered,
        })
        for (const { position, quantity } of price.lines)
          outstanding.set(position, (outstanding.get(position) ?? 0) - (quantity - (returned.get(position) ?? 0)))
        ;[status, isCounted] = ['canceled', false]
        break
      case 'reinstated':
        notes.length = 0
        for (const { position, quantity } of price.lines) outstanding.set(position, quantity)
        status = 'processing'
        break
      case 'month_closed':
        isClosed = true
        wasPaidOut = isCounted
        break
    }
  }
  function openIndex(position: number): number {
    return units.get(position)?.indexOf(undefined) ?? -1
  }

  const uncleared = sum([...entries.values()].map(({ received, clearsOn }) => (clearsOn > today ? received : 0)))
  const reachedSteps = [...units.values()]
    .flat()
    .map((parcel) => (parcel === undefined ? undefined : steps.get(parcel)))
  const furthest = STEPS.toReversed().find((step) => reachedSteps.includes(step))
  const countedVolume = (part: 'pv' | 'cv'): number =>
    isCounted
      ? sum(price.lines.map((line) => line[part] - shareOfLine(line.position, part, returned.get(line.position) ?? 0)))
      : 0
  return {
    status,
    price,
    balance: balanceDue(),
    paymentState: state(),
    isCleared: isPaid(uncleared),
    credited: credited(),
    refundable: Math.max(0, -balanceDue()),
    refundableOfNotes: notes
      .filter(({ isNumbered }) => isNumbered)
      .map(({ note, cents }) => {
        const refundedCents = sum([...entries.values()].map((entry) => (entry.note === note ? entry.refunded : 0)))
        return [note, Math.min(Math.max(0, -balanceDue()), Math.max(0, cents - refundedCents))]
      }),
    fulfillment: !furthest
      ? 'unfulfilled'
      : reachedSteps.every((step) => step === furthest)
        ? furthest
        : `partly_${furthest}`,
    isHandedOver: reachedSteps.every((step) => step === 'shipped' || step === 'delivered' || step === 'picked_up'),
    open: [...units]
      .map(([position, parcels]) => ({ position, quantity: parcels.filter((parcel) => parcel === undefined).length }))
      .filter(({ quantity }) => quantity > 0),
    out: Object.fromEntries(outstanding),
    pv: countedVolume('pv'),
    cv: countedVolume('cv'),
    isOverdue: today >= overdueFrom(paymentDays),
    bonuses: isClosed && wasPaidOut ? referenceBonuses(path, countedVolume('cv')) : {},
  }
}

function paymentStateOf(
  balanceDue: number,
  received: number,
  refunded: number,
  credited: number,
  total: number,
): string {
  const balance = received - refunded
  if (balanceDue < 0) return 'overpaid'
  if (balanceDue > 0) return balance > 0 ? 'partly_paid' : 'unpaid'
  if (balance > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  if (refunded > 0) return 'refunded'
  return total === 0 ? 'paid' : 'unpaid'
}
