import { type Insertable, type Selectable, sql } from 'kysely'
import type { FulfillmentState } from '#domain/fulfillment/state.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import {
  isHandedOver as isHandedOverNow,
  isOverpaid,
  isUnconfirmedCheck,
} from '#server/platform/database/order-conditions.ts'
import type {
  CreditNoteId,
  CreditNotesTable,
  OrderId,
  PaymentId,
  PaymentsTable,
} from '#server/platform/database/tables.generated.ts'

export type PaymentRow = Selectable<PaymentsTable> & { cleared_on: string | null }
export type CreditNoteRow = Selectable<CreditNotesTable> & {
  /** For a return: the value of its goods minus earlier credits; otherwise null. */
  returned_cents: number | null
}

/**
 * Returns the order with the fields that its money and status depend on, locked against other changes until the
 * transaction ends.
 */
export const lockOrderRow = (trx: Transaction, orderId: number) =>
  trx
    .selectFrom('orders')
    .select([
      'id',
      'status',
      'payment_state',
      'payment_type',
      'paid_at',
      'completed_at',
      'created_at',
      'credited_user_id',
      'total_cents',
      'sub_total_cents',
      'discount_cents',
      'insurance_cents',
      'shipping_price_cents',
      'tax_cents',
      'pv',
    ])
    .where('id', '=', orderId as OrderId)
    .forUpdate()
    .executeTakeFirst()

export const findTotal = (db: Database | Transaction, orderId: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'total_cents', 'status', 'payment_state', 'payment_type'])
    .where('id', '=', orderId as OrderId)
    .executeTakeFirst()

export const findPayments = (db: Database | Transaction, orderId: OrderId): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .leftJoin('payment_clearances', 'payment_clearances.payment_id', 'payments.id')
    .selectAll('payments')
    .select('payment_clearances.cleared_on')
    .where('order_id', '=', orderId)
    .orderBy('payments.id')
    .execute()

export const findCreditNotes = (db: Database | Transaction, orderId: OrderId): Promise<CreditNoteRow[]> =>
  db
    .selectFrom('credit_notes')
    .leftJoin('goods_returns', 'goods_returns.credit_note_id', 'credit_notes.id')
    .selectAll('credit_notes')
    .select(
      sql<number | null>`(select sum(goods_cents - discount_cents) from goods_return_lines
        where goods_return_id = goods_returns.id)::bigint - credited_before_cents`.as('returned_cents'),
    )
    .where('credit_notes.order_id', '=', orderId)
    .orderBy('credit_notes.id')
    .execute()

/** Finds the order of a payment. */
export async function findOrderOfPayment(db: Database | Transaction, paymentId: number): Promise<OrderId | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', paymentId as PaymentId)
    .executeTakeFirst()
  return row?.order_id
}

export async function insertPayment(trx: Transaction, payment: Insertable<PaymentsTable>): Promise<PaymentId> {
  const { id } = await trx.insertInto('payments').values(payment).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertClearances(
  trx: Transaction,
  paymentIds: readonly PaymentId[],
  { clearedOn, madeBy }: { clearedOn: string; madeBy: string },
): Promise<void> {
  await trx
    .insertInto('payment_clearances')
    .values(paymentIds.map((payment_id) => ({ payment_id, cleared_on: clearedOn, made_by: madeBy })))
    .execute()
}

export async function insertCreditNote(trx: Transaction, note: Insertable<CreditNotesTable>): Promise<CreditNoteId> {
  const { id } = await trx.insertInto('credit_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Returns the next credit note number. Others wait for it until the transaction ends, so that a refused one leaves no
 * gap.
 */
export async function takeCreditNoteNumber(trx: Transaction): Promise<number> {
  const { last_number } = await trx
    .updateTable('credit_note_numbers')
    .set({ last_number: sql<number>`last_number + 1` })
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Returns the current day in the shop's time zone. */
export async function findToday(db: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone 'America/New_York')::date as today`.execute(db)
  return (rows[0] as { today: string }).today
}

export const updateStatus = (
  trx: Transaction,
  orderId: OrderId,
  status: 'processing' | 'completed' | 'canceled',
): Promise<unknown> =>
  trx
    .updateTable('orders')
    .set({
      status,
      // A canceled order keeps its earlier timestamps; a reopened one does not count as completed.
      ...(status === 'completed' && { completed_at: sql<Date>`now()` }),
      ...(status === 'processing' && { completed_at: null, canceled_at: null }),
      ...(status === 'canceled' && { canceled_at: sql<Date>`now()` }),
    })
    .where('id', '=', orderId)
    .execute()

export const insertChange = (
  trx: Transaction,
  orderId: OrderId,
  change: 'paid' | 'unpaid' | 'completed' | 'canceled' | 'reopened' | 'reinstated',
  changedBy: string,
): Promise<unknown> =>
  trx.insertInto('order_changes').values({ order_id: orderId, change, changed_by: changedBy }).execute()

export async function hasCounted(trx: Transaction, orderId: OrderId): Promise<boolean> {
  const row = await trx.selectFrom('counted_orders').select('id').where('order_id', '=', orderId).executeTakeFirst()
  return row !== undefined
}

/** Returns whether all goods are with the customer or on their way. */
export async function isHandedOver(trx: Transaction, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql<{ handed_over: boolean }>`
    select ${isHandedOverNow} as handed_over from orders where id = ${orderId}`.execute(trx)
  return rows[0]?.handed_over ?? false
}

/** Finds orders that only await handover or a check to clear, with numbers above `after`. */
export async function findToComplete(db: Database, after: number, limit: number): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`
    select id from orders
     where status = 'processing' and paid_at is not null and fulfillment_state <> 'unfulfilled' and id > ${after}
     order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type UnclearedCheckRow = {
  payment_id: PaymentId
  order_id: OrderId
  status: 'processing' | 'completed' | 'canceled'
  fulfillment_state: FulfillmentState
  name: string
  amount_cents: number
  reference: string
  value_date: string
}

/**
 * `after` selects checks received after a day, which may still bounce; `until` selects those received up to a day, of
 * orders that are not completed.
 */
export type CheckDates = { after: string } | { until: string }

const selectChecks = (dates: CheckDates) => sql`payments payment join orders on orders.id = order_id
     where ${isUnconfirmedCheck} and ${
       'after' in dates
         ? sql`value_date > ${dates.after}`
         : sql`value_date <= ${dates.until} and orders.status = 'processing' and orders.paid_at is not null`
     }`

/** Pagination of a list by the ID of the last row of the previous page. */
export type PageCursor = { after?: number | undefined; limit: number }

/** Finds received checks that are neither cleared nor corrected, oldest first. */
export async function findUnclearedChecks(
  db: Database | Transaction,
  dates: CheckDates,
  { after, limit }: PageCursor,
): Promise<UnclearedCheckRow[]> {
  const cursorCondition =
    after === undefined
      ? sql``
      : sql`and (value_date, payment.id) > (select value_date, id from payments where id = ${after})`
  const { rows } = await sql<UnclearedCheckRow>`
    select payment.id as payment_id, order_id, status, fulfillment_state, first_name || ' ' || last_name as name,
      amount_cents, reference, value_date
      from ${selectChecks(dates)} ${cursorCondition}
     order by value_date, payment.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Finds which of these orders are paid by checks that may still bounce, with the day on which the last check clears.
 */
export async function findClearingDays(
  db: Database | Transaction,
  orderIds: readonly number[],
  holdDays: number,
): Promise<{ id: OrderId; clears_on: string }[]> {
  const { rows } = await sql<{ id: OrderId; clears_on: string }>`
    select orders.id, to_char(waiting.last + ${holdDays}::int, 'YYYY-MM-DD') as clears_on
      from orders cross join lateral order_payment_totals(orders.id) as money
     cross join lateral (
       select sum(amount_cents)::bigint as cents, max(value_date) as last from payments payment
        where order_id = orders.id and value_date > shop_day(now()) - ${holdDays}::int and ${isUnconfirmedCheck}) waiting
     where orders.id = any(${orderIds}::int[]) and orders.payment_state in ('paid', 'overpaid', 'partly_refunded')
       and calculate_payment_state(orders.total_cents, money.credited, money.received - waiting.cents, money.refunded, money.tolerance)
         not in ('paid', 'overpaid', 'partly_refunded')`.execute(db)
  return rows
}

export const countChecks = (db: Database, dates: CheckDates): Promise<number> =>
  countUpTo(db, sql`from ${selectChecks(dates)}`)

export const countOverpaidOrders = (db: Database): Promise<number> =>
  countUpTo(db, sql`from orders where ${isOverpaid}`)

export type OverpaidRow = {
  id: OrderId
  status: 'processing' | 'completed' | 'canceled'
  email: string
  name: string
  overpaid_cents: number
  refund_unknown: boolean
}

/** Finds orders with a refund due, the oldest first. */
export async function findOverpaid(
  db: Database | Transaction,
  { after = 0, limit }: PageCursor,
): Promise<OverpaidRow[]> {
  const { rows } = await sql<OverpaidRow>`
    select id, status, email, first_name || ' ' || last_name as name, money.credited + money.received - money.refunded - total_cents as overpaid_cents,
      status = 'canceled' and exists (
        select from payments where order_id = orders.id and predates_ledger) as refund_unknown
      from orders cross join lateral order_payment_totals(orders.id) as money
     where ${isOverpaid} and id > ${after}
     order by id limit ${limit}`.execute(db)
  return rows
}
