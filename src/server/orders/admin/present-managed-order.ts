import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { Order } from '#contract/orders/calls.ts'
import { buildTimeline } from '#contract/orders/timeline-labels.ts'
import { trackingUrl } from '#domain/fulfillment/carriers.ts'
import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Cents, cents, toDollars } from '#domain/money/money.ts'
import { calculateMaxAdjustment } from '#domain/orders/adjustment.ts'
import {
  type BalanceStep,
  balanceOf,
  calculateRefundable,
  explainBalance,
  findClearingDate,
  findFullClearingDate,
  findPaymentState,
  isClearedInFull,
  listUnreversedPayments,
  type Money,
  moneyOf,
  sumBookedRefunds,
} from '#domain/orders/balance.ts'
import { explainPlacedOrder } from '#domain/pricing/order-price.ts'
import { explainStep } from '#domain/pricing/price-steps.ts'
import type { ListedEntry } from '#server/identity/audit/list-entries.ts'
import { presentEntry } from '#server/identity/audit/present-entry.ts'
import type { OrderMail } from '#server/mail/outbox/list-order-emails.ts'
import { computeOrderVersion, type OrderVersionFacts } from '#server/orders/order-version.ts'
import type { CreditNoteEntry, OrderLedger, PaymentEntry } from '#server/orders/payments/read-ledger.ts'
import type { OrderFileRow, ShipmentFile } from './order-file.queries.ts'

/** Everything read about one order. */
export type OrderFile = {
  order: Order
  row: OrderFileRow
  ledger: OrderLedger
  goods: { open: ShipmentLine[]; stepsTaken: number }
  holdReasons: string[]
  mails: OrderMail[]
  history: ListedEntry[]
  /** `YYYY-MM-DD` in the shop's time zone. */
  today: string
  holdDays: number
  /** Larger refunds need a second approver; undefined if there are no two approvers. */
  refundAloneCents: Cents | undefined
}

const dollars = (value: number) => toDollars(cents(value))
const iso = (instant: string) => new Date(instant).toISOString()
const isoOrNull = (instant: string | null) => (instant === null ? null : iso(instant))

export function presentManagedOrder(file: OrderFile): ManagedOrder {
  const { order, row, ledger, goods, holdReasons } = file
  const presentLine = ({ position, quantity }: ShipmentLine) => {
    const line = row.lines.findIndex((candidate) => candidate.position === position)
    return { line, name: row.lines[line]?.name ?? '', quantity }
  }
  return {
    order,
    version: computeOrderVersion(listVersionFacts(file)),
    edition: row.edition,
    customer: {
      user_id: row.user_id,
      member_no: row.member_no,
      name: row.user_name,
      credited_user_id: row.credited_user_id,
      credited_member_no: row.credited_member_no,
      credited_name: row.credited_name,
    },
    lines: row.lines.map((line, index) => ({
      line: index,
      position: line.position,
      sku: line.sku,
      discount: dollars(line.discount_cents),
      tax: dollars(line.tax_cents),
      tax_exempt: line.tax_exempt,
    })),
    price_steps: priceSteps(row),
    money: presentMoney(file),
    ledger: presentLedger(ledger, file.holdDays),
    fulfillment: {
      state: order.fulfillment_state,
      open: goods.open.map(presentLine),
      open_units: goods.open.reduce((sum, { quantity }) => sum + quantity, 0),
      shipments: row.shipments.map((shipment) => presentShipment(shipment, presentLine)),
    },
    due: {
      due_on: order.due_on,
      payment_days: row.payment_days,
      cancels_at: holdReasons.length > 0 ? null : order.cancels_at,
      hold_reasons: holdReasons,
      due_date_changes: row.due_moves.map((change) => ({ ...change, created_at: iso(change.created_at) })),
    },
    claims: row.claims.map((claim) => ({
      ...claim,
      claimed_at: iso(claim.claimed_at),
      ended_at: isoOrNull(claim.ended_at),
    })),
    bank_transactions: row.notices.map(({ amount_cents, ...transaction }) => ({
      ...transaction,
      amount: dollars(amount_cents),
    })),
    notes: row.notes.map((note) => ({ ...note, created_at: iso(note.created_at) })),
    returns: row.returns.map(({ lines, made_at, made_by, ...goodsReturn }) => ({
      ...goodsReturn,
      created_by: made_by,
      created_at: iso(made_at),
      lines: lines.map((line) => ({
        ...presentLine(line),
        restocked: line.restocked,
        credit: dollars(line.credit_cents),
      })),
    })),
    mails: file.mails.map(({ queuedAt, tries, ...mail }) => ({
      ...mail,
      attempts: tries,
      queued_at: queuedAt.toISOString(),
    })),
    timeline: buildTimeline(order),
    history: file.history.map(presentEntry),
  }
}

/** Taken from what is presented, so that a change in between makes the version outdated. */
function listVersionFacts({ order, row, ledger, goods }: OrderFile): OrderVersionFacts {
  const { payments, creditNotes } = ledger
  return {
    status: order.status,
    edition: row.edition,
    entries: payments.length + payments.filter(({ clearedOn }) => clearedOn !== undefined).length + creditNotes.length,
    steps: goods.stepsTaken,
    due_on: order.due_on,
    first_name: order.first_name,
    last_name: order.last_name,
    email: order.user_email,
    phone_number: order.phone_number,
    notes: row.notes.length,
    claim_id: row.claims.find(({ ended_at }) => ended_at === null)?.id ?? null,
  }
}

function priceSteps(row: OrderFileRow): string[] {
  const reason = row.discount_reason ?? ''
  const discount =
    row.discount_milli_percent === null
      ? { kind: 'amount' as const, amountCents: cents(row.discount_cents), reason }
      : { kind: 'percent' as const, milliPercent: row.discount_milli_percent, reason }
  const { certificate_state: state, certificate_number: number } = row
  return explainPlacedOrder({
    lines: row.lines.map((line) => ({
      priceCents: cents(line.price_cents),
      quantity: line.quantity,
      taxExempt: line.tax_exempt,
      totalCents: cents(line.total_price_cents),
      discountCents: cents(line.discount_cents),
      taxCents: cents(line.tax_cents),
    })),
    totals: {
      subTotalCents: cents(row.sub_total_cents),
      discountCents: cents(row.discount_cents),
      shippingPriceCents: cents(row.shipping_price_cents),
      insuranceCents: cents(row.insurance_cents),
      taxCents: cents(row.tax_cents),
      totalCents: cents(row.total_cents),
    },
    discount: row.discount_cents > 0 ? discount : undefined,
    isDelivered: row.type === 'D',
    certificate: state === null || number === null ? undefined : { state, number },
    taxes: row.taxes.map((tax) => ({
      state: tax.state,
      zipPrefix: tax.zip_prefix,
      milliPercent: tax.milli_percent ?? undefined,
      onGoods: tax.on_goods,
      onShipping: tax.on_shipping,
      baseCents: cents(tax.base_cents),
      taxCents: cents(tax.tax_cents),
      shippingTaxCents: cents(tax.shipping_tax_cents),
    })),
  }).map(explainStep)
}

function presentMoney({ row, ledger, today, holdDays, refundAloneCents }: OrderFile): ManagedOrder['money'] {
  const money: Money = moneyOf(ledger)
  const { totalCents, overpaymentCents, creditNotes } = calculateRefundable(ledger)
  return {
    state: findPaymentState(money),
    total: toDollars(money.totalCents),
    credited: toDollars(money.creditedCents),
    received: toDollars(money.receivedCents),
    refunded: toDollars(money.refundedCents),
    balance: toDollars(balanceOf(money)),
    tolerance: toDollars(money.toleranceCents),
    cleared_in_full: isClearedInFull(ledger, today, holdDays),
    clears_on: findFullClearingDate(ledger, today, holdDays) ?? null,
    refundable: {
      total: toDollars(totalCents),
      // The setting limits the total refunds of an order.
      single_approver_limit:
        refundAloneCents === undefined
          ? null
          : toDollars(cents(Math.max(0, refundAloneCents - sumBookedRefunds(ledger)))),
      overpayment: toDollars(overpaymentCents),
      credit_notes: creditNotes.map(({ id, number, refundableCents }) => ({
        id,
        number,
        amount: toDollars(refundableCents),
      })),
    },
    adjustable: toDollars(
      calculateMaxAdjustment({
        goodsCents: cents(row.sub_total_cents - row.discount_cents),
        money,
        notes: ledger.creditNotes,
        aloneCents: refundAloneCents,
      }),
    ),
  }
}

function presentLedger(ledger: OrderLedger, holdDays: number): ManagedOrder['ledger'] {
  const entries = [...ledger.payments, ...ledger.creditNotes].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )
  const unreversedIds = new Set(listUnreversedPayments(ledger).map(({ id }) => id))
  return explainBalance(ledger.totalCents, entries).map((step) => presentStep(step, unreversedIds, holdDays))
}

function presentStep(
  { entry, changeCents, balanceCents }: BalanceStep,
  unreversedIds: ReadonlySet<number>,
  holdDays: number,
): ManagedOrder['ledger'][number] {
  const figures = { change: toDollars(changeCents), balance: toDollars(balanceCents) }
  const emptyEntry = {
    id: null,
    kind: null,
    method: null,
    number: null,
    reference: '',
    reason: '',
    value_date: null,
    clears_on: null,
    cleared_on: null,
    bounced: false,
    predates_ledger: false,
    corrects_id: null,
    credit_note_id: null,
    created_by: null,
    created_at: null,
  }
  if (entry === 'total') return { ...emptyEntry, ...figures, entry: 'total' }
  const { id, kind, reason, madeBy, createdAt } = entry as PaymentEntry | CreditNoteEntry
  const entryFields = {
    ...emptyEntry,
    ...figures,
    id,
    kind,
    reason,
    created_by: madeBy,
    created_at: createdAt.toISOString(),
  }
  if (!('method' in entry)) return { ...entryFields, entry: 'credit_note', number: entry.number ?? null }
  const payment = entry as PaymentEntry
  return {
    ...entryFields,
    entry: 'payment',
    method: payment.method,
    reference: payment.reference,
    value_date: payment.valueDate,
    clears_on: payment.kind === 'received' && unreversedIds.has(id) ? findClearingDate(payment, holdDays) : null,
    cleared_on: payment.clearedOn ?? null,
    bounced: payment.bounced,
    predates_ledger: payment.beforeLedger,
    corrects_id: payment.correctsId ?? null,
    credit_note_id: payment.creditNoteId ?? null,
  }
}

function presentShipment(
  shipment: ShipmentFile,
  presentLine: (line: ShipmentLine) => { line: number; name: string; quantity: number },
): ManagedOrder['fulfillment']['shipments'][number] {
  const { id, kind, state, carrier, tracking_number, picked_up_name, void_reason } = shipment
  const allSteps = [
    { step: 'packed' as const, at: shipment.packed_at, by: shipment.packed_by },
    { step: 'ready_for_pickup' as const, at: shipment.ready_at, by: shipment.ready_by },
    { step: 'shipped' as const, at: shipment.shipped_at, by: shipment.shipped_by },
    { step: 'delivered' as const, at: shipment.delivered_at, by: shipment.delivered_by },
    { step: 'picked_up' as const, at: shipment.picked_up_at, by: shipment.picked_up_by },
    { step: 'voided' as const, at: shipment.voided_at, by: shipment.voided_by },
  ]
  return {
    id,
    kind,
    state,
    carrier,
    tracking_number: tracking_number === '' ? null : tracking_number,
    tracking_url: trackingUrl(carrier, tracking_number) ?? null,
    picked_up_name,
    void_reason,
    lines: shipment.lines.map(presentLine),
    steps: allSteps.flatMap(({ step, at, by }) => (at === null ? [] : [{ step, at: iso(at), by: by ?? '' }])),
  }
}
