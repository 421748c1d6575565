import { hourOf, month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import type { PathMember } from '#domain/compensation/rules/line.ts'
import { payOrder } from '#domain/compensation/rules/pay-order.ts'
import { type PostedLine, reverseOrder } from '#domain/compensation/rules/reverse-order.ts'
import { findOpenLines, hasLeftShop, type ShipmentLine, type ShipmentState } from '#domain/fulfillment/state.ts'
import { cents } from '#domain/money/money.ts'
import {
  balanceOf,
  calculateRefundable,
  hasAmountDue,
  isClearedInFull,
  isPaidInFull,
  type LedgerCreditNote,
  type LedgerPayment,
  listUnreversedPayments,
  moneyOf,
} from '#domain/orders/balance.ts'
import { dueDate, findCancellationCutoff } from '#domain/orders/due-date.ts'
import { editLines } from '#domain/orders/edit.ts'
import { proposeReturn } from '#domain/orders/return.ts'
import { canBecome, type OrderStatus } from '#domain/orders/status.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import { calculateOrderPrice, type OrderPrice } from '#domain/pricing/order-price.ts'
import { type Allocation, restockAllocations } from '#domain/stock/restock-allocations.ts'
import type { Random } from './random-orders.ts'
import { randomProduct, randomTerms } from './random-terms.ts'
import type { OrderLifecycleEvent, OrderTerms } from './reference-order.ts'

export const HOLD_DAYS = 5
export const PAYMENT_DAYS = 7
/** Hour of the day at which orders are evaluated: after noon, when unpaid orders are canceled. */
const HOUR = 13
type Terms = OrderTerms
type Shipment = { id: number; state: ShipmentState; lines: ShipmentLine[] }

const toDate = (day: number): string => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)

const priceOf = ({ lines, discount, shippingCents, rates, isExempt }: Terms): OrderPrice =>
  calculateOrderPrice({
    lines: lines.map((line) => ({ ...line, priceCents: cents(line.priceCents) })),
    discount: discount && domainDiscount(discount),
    delivery: shippingCents === undefined ? undefined : { shippingPriceCents: cents(shippingCents) },
    taxRates: rates.map((rate) => ({ ...rate, state: 'NJ', zipPrefix: '' })),
    certificate: isExempt ? { state: 'NJ', number: '1' } : undefined,
  })
const domainDiscount = (discount: NonNullable<Terms['discount']>): Discount => {
  const reason = 'A friend.'
  return 'amountCents' in discount
    ? { kind: 'amount', amountCents: cents(discount.amountCents), reason }
    : { kind: 'percent', milliPercent: discount.milliPercent, reason }
}

/** An order computed only by the domain rules, in the same way as the use cases do, without a database. */
export class DomainOrder {
  readonly events: OrderLifecycleEvent[] = []
  terms: Terms
  price: OrderPrice
  status: OrderStatus = 'processing'
  today = 0
  payments: LedgerPayment[] = []
  creditNotes: LedgerCreditNote[] = []
  shipments: Shipment[] = []
  readonly returned = new Map<number, number>()
  /** Returned before shipping. */
  readonly neverShipped = new Map<number, number>()
  readonly allocations = new Map<number, Allocation[]>()
  hasCounted = false
  counted = { pv: 0, cv: 0 }
  isMonthClosed = false
  /** Bonuses of a closed month, minus later reversals. */
  posted: PostedLine[] = []
  readonly path: readonly PathMember[]
  private readonly dueOn: string
  private nextPosition: number
  private lastId = 0

  constructor(terms: Terms, path: readonly PathMember[]) {
    this.terms = terms
    this.path = path
    this.dueOn = dueDate(hourOf(toDate(0), HOUR), 'quickpay', PAYMENT_DAYS) ?? ''
    this.price = priceOf(terms)
    this.nextPosition = terms.lines.length
    for (const { position, quantity } of terms.lines) this.allocate(position, quantity)
    this.events.push({ type: 'placed', terms, path })
  }

  get ledger() {
    const { payments, creditNotes } = this
    return { totalCents: this.price.totals.totalCents, toleranceCents: cents(0), payments, creditNotes }
  }
  get ordered(): ShipmentLine[] {
    return this.terms.lines.map(({ position, quantity }) => ({
      position,
      quantity: quantity - (this.neverShipped.get(position) ?? 0),
    }))
  }
  get open(): ShipmentLine[] {
    return findOpenLines(this.ordered, this.shipments)
  }
  /** True once the payment period is over. */
  get isOverdue(): boolean {
    return this.dueOn < findCancellationCutoff(hourOf(toDate(this.today), HOUR))
  }
  outstandingUnits(position: number): number {
    return (this.allocations.get(position) ?? []).reduce((sum, { outstanding }) => sum + outstanding, 0)
  }

  edit(random: Random): void {
    if (this.status !== 'processing' || this.shipments.some(({ state }) => state !== 'voided')) return
    if (this.creditNotes.length > 0) return
    const line = this.terms.lines[random(this.terms.lines.length)]
    if (!line) return
    const product = randomProduct(random, 10 + random(5))
    const changes = [
      { position: line.position, quantity: random(7) },
      ...(random(2) ? [{ productId: product.productId, quantity: product.quantity }] : []),
    ]
    const edited = editLines(this.terms.lines, changes, this.nextPosition)
    if (!edited.ok) return
    this.nextPosition += edited.added.length
    const previousLines = new Map(this.terms.lines.map((line) => [line.position, line]))
    const lines = edited.lines.map(({ position, quantity }) => ({
      ...(previousLines.get(position) ?? { ...product, position }),
      quantity,
    }))
    for (const { position, quantity } of edited.lowered) this.restock(position, quantity)
    for (const { position, quantity } of edited.raised) this.allocate(position, quantity)
    this.terms = randomTerms(random, lines)
    this.price = priceOf(this.terms)
    this.events.push({ type: 'edited', terms: this.terms })
  }

  pay(random: Random): void {
    const open = Math.max(1, balanceOf(moneyOf(this.ledger)))
    const amountCents = cents([1 + random(3000), open, open + random(500)][random(3)] ?? 1)
    const isCheck = random(2) === 1
    const payment = this.addPayment('received', amountCents, isCheck ? 'check' : 'cash')
    this.events.push({ type: 'paid', payment, amountCents, isCheck, day: this.today })
  }

  clear(random: Random): void {
    const checks = listUnreversedPayments(this.ledger).filter(
      ({ method, clearedOn }) => method === 'check' && !clearedOn,
    )
    const check = checks[random(Math.max(1, checks.length))]
    if (!check) return
    this.payments = this.payments.map((candidate) =>
      candidate === check ? { ...candidate, clearedOn: toDate(this.today) } : candidate,
    )
    this.events.push({ type: 'cleared', payment: check.id, day: this.today })
  }

  correct(random: Random): void {
    const payments = listUnreversedPayments(this.ledger)
    const payment = payments[random(Math.max(1, payments.length))]
    if (!payment) return
    const before = moneyOf(this.ledger)
    const reversedCents = payment.kind === 'received' ? -payment.amountCents : payment.amountCents
    this.addPayment('correction', reversedCents, payment.method, { correctsId: payment.id })
    const after = moneyOf(this.ledger)
    const isNoLongerPaid =
      !isPaidInFull(after) && (isPaidInFull(before) || (hasAmountDue(after) && !hasAmountDue(before)))
    if (this.status === 'completed' && isNoLongerPaid) {
      this.status = 'processing'
      this.updateCounted({ pv: 0, cv: 0 })
    }
    this.events.push({ type: 'corrected', payment: payment.id })
  }

  refund(random: Random): void {
    const { creditNotes, overpaymentCents } = calculateRefundable(this.ledger)
    const note = creditNotes.find(({ refundableCents }) => refundableCents > 0)
    const maxCents = note?.refundableCents ?? overpaymentCents
    if (maxCents === 0) return
    const amountCents = 1 + random(maxCents)
    const payment = this.addPayment('refunded', amountCents, 'cash', { creditNoteId: note?.id })
    this.events.push({ type: 'refunded', payment, amountCents, note: note?.id })
  }

  pack(random: Random): void {
    if (this.status === 'canceled') return
    const lines = this.open
      .map(({ position, quantity }) => ({ position, quantity: random(quantity + 1) }))
      .filter(({ quantity }) => quantity > 0)
    if (lines.length > 0) this.addShipment(lines)
  }

  advance(random: Random): void {
    const shipmentsNotVoided = this.shipments.filter(({ state }) => state !== 'voided')
    const shipment = shipmentsNotVoided[random(Math.max(1, shipmentsNotVoided.length))]
    if (!shipment || this.status === 'canceled') return
    const isPickup = this.terms.shippingCents === undefined
    const next = {
      packed: isPickup ? (['ready_for_pickup', 'picked_up'] as const)[random(2)] : ('shipped' as const),
      ready_for_pickup: 'picked_up' as const,
      shipped: 'delivered' as const,
      delivered: undefined,
      picked_up: undefined,
      voided: undefined,
    }[shipment.state]
    if (next) this.advanceShipment(shipment, next)
  }

  void(random: Random): void {
    const packed = this.shipments.filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
    const shipment = packed[random(Math.max(1, packed.length))]
    if (!shipment) return
    shipment.state = 'voided'
    this.events.push({ type: 'voided', shipment: shipment.id })
  }

  complete(): void {
    // A month is closed only after it has ended; nothing is completed in it afterward.
    if (this.isMonthClosed || !canBecome(this.status, 'completed')) return
    const money = moneyOf(this.ledger)
    if (money.creditedCents >= money.totalCents) return
    if (!isClearedInFull(this.ledger, toDate(this.today), HOLD_DAYS)) return
    const final = this.terms.shippingCents === undefined ? 'picked_up' : 'shipped'
    if (this.open.length > 0) this.addShipment(this.open)
    for (const shipment of this.shipments) {
      if (shipment.state === 'packed' || shipment.state === 'ready_for_pickup') this.advanceShipment(shipment, final)
    }
    this.status = 'completed'
    this.hasCounted = true
    const returnShares = this.proposeReturn(
      [...this.returned].map(([position, quantity]) => ({ position, quantity })),
      true,
    )
    const { pv, cvCents } = this.price.totals
    this.counted = { pv: pv - (returnShares?.pv ?? 0), cv: cvCents - (returnShares?.cvCents ?? 0) }
    this.events.push({ type: 'completed' })
  }

  returnGoods(random: Random): void {
    if (this.status === 'canceled') return
    const handedOver = (position: number): number =>
      this.shipments
        .filter(({ state }) => hasLeftShop(state))
        .flatMap(({ lines }) => lines)
        .reduce((sum, line) => sum + (line.position === position ? line.quantity : 0), 0)
    const requested: ShipmentLine[] = []
    const unshipped: ShipmentLine[] = []
    for (const { position } of this.terms.lines) {
      const withCustomer =
        handedOver(position) - ((this.returned.get(position) ?? 0) - (this.neverShipped.get(position) ?? 0))
      const openQuantity = this.open.find((line) => line.position === position)?.quantity ?? 0
      const quantity = random(withCustomer + openQuantity + 1)
      if (quantity === 0) continue
      requested.push({ position, quantity })
      if (quantity > withCustomer) unshipped.push({ position, quantity: quantity - withCustomer })
    }
    const proposal = this.proposeReturn(requested, false)
    if (!proposal) return
    const withShipping =
      proposal.parts.shippingCents + proposal.parts.insuranceCents > 0 && this.terms.shippingCents !== undefined
    const restocked = requested
      .map(({ position, quantity }) => {
        const unshippedQuantity = unshipped.find((line) => line.position === position)?.quantity ?? 0
        return { position, quantity: random(2) ? quantity : unshippedQuantity }
      })
      .filter(({ quantity }) => quantity > 0)
    for (const { position, quantity } of requested)
      this.returned.set(position, (this.returned.get(position) ?? 0) + quantity)
    for (const { position, quantity } of unshipped)
      this.neverShipped.set(position, (this.neverShipped.get(position) ?? 0) + quantity)
    for (const { position, quantity } of restocked) this.restock(position, quantity)
    if (this.status === 'completed')
      this.updateCounted({ pv: this.counted.pv - proposal.pv, cv: this.counted.cv - proposal.cvCents })
    const note = this.addNote('return', proposal.totalCents, true)
    this.events.push({ type: 'returned', note, lines: requested, neverShipped: unshipped, restocked, withShipping })
  }

  cancel(random: Random): void {
    if (random(3) === 0 && canBecome(this.status, 'canceled')) this.creditRemainder('canceled')
  }

  /**
   * Simulates time without a payment until the job for unpaid orders cancels it. The use case decides what prevents
   * that; here any payment or parcel does.
   */
  expire(random: Random): void {
    const shipmentsNotVoided = this.shipments.some(({ state }) => state !== 'voided')
    if (this.status !== 'processing' || shipmentsNotVoided || this.payments.length + this.creditNotes.length > 0) return
    this.today += random(20)
    if (this.isOverdue) this.creditRemainder('expired')
  }

  closeMonth(random: Random): void {
    // Mostly after the order has counted, so that there is something to reverse.
    if (this.isMonthClosed || random(this.status === 'completed' ? 1 : 10) > 0) return
    this.isMonthClosed = true
    const order = { order: 1, month: month('2026-03'), valueCents: cents(this.counted.cv) }
    this.posted = payOrder(EXAMPLE_PLAN, order, this.path).lines
    this.events.push({ type: 'month_closed' })
  }

  reinstate(): void {
    if (this.status !== 'canceled' || this.hasCounted) return
    if (this.creditNotes.some(({ number }) => number !== undefined)) return
    this.addNote('reinstatement', -moneyOf(this.ledger).creditedCents, false)
    for (const { position, quantity } of this.terms.lines) this.allocate(position, quantity)
    this.status = 'processing'
    this.events.push({ type: 'reinstated' })
  }

  advanceDays(random: Random): void {
    this.today += random(4)
  }

  private creditRemainder(type: 'canceled' | 'expired'): void {
    const money = moneyOf(this.ledger)
    const isNumbered = money.receivedCents > 0
    const note = this.addNote('cancellation', money.totalCents - money.creditedCents, isNumbered)
    for (const { position, quantity } of this.terms.lines)
      this.restock(position, quantity - (this.returned.get(position) ?? 0))
    this.status = 'canceled'
    this.updateCounted({ pv: 0, cv: 0 })
    this.events.push(type === 'canceled' ? { type, note, isNumbered } : { type, note, day: this.today })
  }
  /** Updates what still counts; after the month is closed, the rest is reversed. */
  private updateCounted(remaining: { pv: number; cv: number }): void {
    const event = { order: 1, beforeCents: cents(this.counted.cv), remainingCents: cents(remaining.cv) }
    if (this.isMonthClosed && remaining.cv < this.counted.cv)
      this.posted.push(...reverseOrder({ plan: EXAMPLE_PLAN, path: this.path }, event, this.posted))
    this.counted = remaining
  }

  private proposeReturn(requested: ShipmentLine[], ignoreEarlier: boolean) {
    const lines = this.price.lines.map((line, i) => ({
      position: this.terms.lines[i]?.position ?? -1,
      quantity: this.terms.lines[i]?.quantity ?? 0,
      returned: ignoreEarlier ? 0 : (this.returned.get(this.terms.lines[i]?.position ?? -1) ?? 0),
      ...line,
    }))
    const { shippingPriceCents: shippingCents, insuranceCents, subTotalCents, discountCents } = this.price.totals
    // Never credits goods that stay with the customer; `order-operations.ts` does.
    const remainingGoodsCents = cents(subTotalCents - discountCents)
    const shippingTaxCents = cents(this.price.taxes.reduce((sum, tax) => sum + tax.shippingTaxCents, 0))
    const isDispatched = this.shipments.some(({ state }) => hasLeftShop(state))
    const proposal = proposeReturn(
      { lines, remainingGoodsCents, shippingCents, insuranceCents, shippingTaxCents, isDispatched },
      requested,
    )
    return proposal.ok ? proposal : undefined
  }
  private allocate(position: number, units: number): void {
    const allocations = this.allocations.get(position) ?? []
    this.allocations.set(position, [...allocations, { allocation: allocations.length, outstanding: units }])
  }
  private restock(position: number, units: number): void {
    const allocations = this.allocations.get(position) ?? []
    const restocked = restockAllocations(allocations, units)
    this.allocations.set(
      position,
      allocations.map(({ allocation, outstanding }) => ({
        allocation,
        outstanding: outstanding - (restocked.get(allocation) ?? 0),
      })),
    )
  }
  private addPayment(
    kind: LedgerPayment['kind'],
    amount: number,
    method: LedgerPayment['method'],
    details: Partial<LedgerPayment> = {},
  ): number {
    const noReferences = { clearedOn: undefined, correctsId: undefined, creditNoteId: undefined }
    const id = ++this.lastId
    this.payments.push({
      ...noReferences,
      id,
      kind,
      method,
      amountCents: cents(amount),
      valueDate: toDate(this.today),
      ...details,
    })
    return id
  }
  private addNote(kind: LedgerCreditNote['kind'], amount: number, isNumbered: boolean): number {
    const id = ++this.lastId
    this.creditNotes.push({ id, kind, amountCents: cents(amount), number: isNumbered ? id : undefined })
    return id
  }
  private addShipment(lines: ShipmentLine[]): void {
    const shipment: Shipment = { id: ++this.lastId, state: 'packed', lines }
    this.shipments.push(shipment)
    this.events.push({ type: 'packed', shipment: shipment.id, lines })
  }
  private advanceShipment(
    shipment: Shipment,
    advance: 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up',
  ): void {
    shipment.state = advance
    this.events.push({ type: 'advanced', shipment: shipment.id, step: advance })
  }
}
