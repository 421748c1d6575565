import { addDays } from '#domain/calendar/banking-day.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import type { GoodsCredit } from '#domain/orders/adjustment.ts'
import type { Ledger, LedgerCreditNote, LedgerPayment } from '#domain/orders/balance.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import {
  type CheckDates,
  type CreditNoteRow,
  countChecks,
  countOverpaidOrders,
  findClearingDays,
  findCreditNotes,
  findOverpaid,
  findPayments,
  findToday,
  findTotal,
  findUnclearedChecks,
  type OverpaidRow,
  type PageCursor,
  type PaymentRow,
  type UnclearedCheckRow,
} from './ledger.queries.ts'

/** A payment with the texts that are only displayed. */
export type PaymentEntry = LedgerPayment & {
  reference: string
  reason: string
  bounced: boolean
  beforeLedger: boolean
  madeBy: string
  createdAt: Date
}
export type CreditNoteEntry = LedgerCreditNote & GoodsCredit & { reason: string; madeBy: string; createdAt: Date }

export type OrderLedger = Omit<Ledger, 'payments' | 'creditNotes'> & {
  payments: PaymentEntry[]
  creditNotes: CreditNoteEntry[]
}

/**
 * Reads the ledger of an order with a known total, in the order of its entries. It cannot change
 * while the order is locked.
 */
export async function readLedger(
  db: Database | Transaction,
  { id, total_cents }: { id: OrderId; total_cents: number },
): Promise<OrderLedger> {
  const [payments, creditNotes] = await Promise.all([findPayments(db, id), findCreditNotes(db, id)])
  return {
    totalCents: cents(total_cents),
    toleranceCents: cents(payments.at(-1)?.tolerance_cents ?? 0),
    payments: payments.map(toPaymentEntry),
    creditNotes: creditNotes.map(toCreditNoteEntry),
  }
}

/** Finds an order's ledger by the order number; undefined if there is no such order. */
export async function findLedger(db: Database | Transaction, orderId: number) {
  const order = await findTotal(db, orderId)
  return order && { order, ledger: await readLedger(db, order) }
}

/**
 * Lists orders with a refund due, for staff. Some predate the ledger, and no record says whether they were refunded.
 */
export const listOverpaid = (
  db: Database | Transaction,
  page: PageCursor,
): Promise<(Omit<OverpaidRow, 'overpaid_cents'> & { overpaidCents: Cents })[]> =>
  findOverpaid(db, page).then((rows) =>
    rows.map(({ overpaid_cents, ...row }) => ({ ...row, overpaidCents: cents(overpaid_cents) })),
  )

/** Returns the clearing days of these orders' payments; leaves out orders without a pending check. */
export const findClearing = async (
  db: Database | Transaction,
  orderIds: readonly number[],
  holdDays: number,
): Promise<ReadonlyMap<number, string>> =>
  new Map((await findClearingDays(db, orderIds, holdDays)).map(({ id, clears_on }) => [id, clears_on]))

export const countOverpaid: typeof countOverpaidOrders = countOverpaidOrders

/** `waiting`: may still bounce. `due`: the hold has passed, they are not cleared, and the order is not completed. */
export type CheckFilter = 'waiting' | 'due'

/** Lists checks with the day on which each clears unless it bounces, the earliest first. */
export async function listUnclearedChecks(
  db: Database | Transaction,
  holdDays: number,
  filter: CheckFilter,
  page: PageCursor,
): Promise<(UnclearedCheckRow & { clearsOn: string })[]> {
  const rows = await findUnclearedChecks(db, await findCheckDates(db, holdDays, filter), page)
  return rows.map((row) => ({ ...row, clearsOn: addDays(row.value_date, holdDays) }))
}

export const countUnclearedChecks = async (db: Database, holdDays: number, filter: CheckFilter): Promise<number> =>
  countChecks(db, await findCheckDates(db, holdDays, filter))

async function findCheckDates(db: Database | Transaction, holdDays: number, filter: CheckFilter): Promise<CheckDates> {
  const day = addDays(await findToday(db), -holdDays)
  return filter === 'due' ? { until: day } : { after: day }
}

const toPaymentEntry = (row: PaymentRow): PaymentEntry => ({
  id: row.id,
  kind: row.kind,
  method: row.method,
  amountCents: cents(row.amount_cents),
  valueDate: row.value_date,
  clearedOn: row.cleared_on ?? undefined,
  correctsId: row.corrects_id ?? undefined,
  creditNoteId: row.credit_note_id ?? undefined,
  reference: row.reference,
  reason: row.reason,
  bounced: row.bounced,
  beforeLedger: row.predates_ledger,
  madeBy: row.made_by,
  createdAt: row.created_at,
})

const toCreditNoteEntry = (row: CreditNoteRow): CreditNoteEntry => ({
  id: row.id,
  number: row.number ?? undefined,
  kind: row.kind,
  amountCents: cents(row.amount_cents),
  goodsCents: cents(row.returned_cents ?? row.goods_cents - row.discount_cents),
  reason: row.reason,
  madeBy: row.made_by,
  createdAt: row.created_at,
})
