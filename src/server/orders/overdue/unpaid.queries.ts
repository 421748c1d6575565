import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/calendar/banking-day.ts'
import type { PaymentMethod, PaymentState } from '#domain/orders/balance.ts'
import type { DueReminder, ReminderKind } from '#domain/orders/due-date.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import {
  awaitsPayment,
  exceedsTolerance,
  hasAmountDue,
  isClaimed,
  isHeld,
  isPaymentReversed,
  isRefunded,
  isReinstated,
} from '#server/platform/database/order-conditions.ts'
import type { OrderId, PaymentClaimId, PaymentClaimsTable, UserId } from '#server/platform/database/tables.generated.ts'

/** Orders that a claim may be about: the user's own, or any for a visitor with the signed key. */
export type Claimant = { userId: UserId } | 'link_holder'

/** Locks the order of a claim, with its open claim, against other changes until the transaction ends. */
export async function lockOrderToClaim(trx: Transaction, orderId: number, claimant: Claimant) {
  let orders = trx
    .selectFrom('orders')
    .select(['id', 'status', 'paid_at', 'payment_type'])
    .where('id', '=', orderId as OrderId)
  if (claimant !== 'link_holder') orders = orders.where('user_id', '=', claimant.userId)
  return orders.forUpdate().executeTakeFirst()
}

export const findOpenClaim = (trx: Transaction, orderId: OrderId) =>
  trx
    .selectFrom('payment_claims')
    .select(['id', 'claimed_at', 'method', 'note'])
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export async function insertClaim(
  trx: Transaction,
  claim: Pick<Insertable<PaymentClaimsTable>, 'order_id' | 'method' | 'note'>,
): Promise<PaymentClaimId> {
  const { id } = await trx.insertInto('payment_claims').values(claim).returning('id').executeTakeFirstOrThrow()
  return id
}

export const endClaim = (trx: Transaction, id: PaymentClaimId, endedBy: string, reason: string) =>
  trx
    .updateTable('payment_claims')
    .set({ ended_at: sql<Date>`now()`, outcome: 'settled', ended_by: endedBy, reason })
    .where('id', '=', id)
    .execute()

/** Locks the fields that decide an unpaid order's due date against other changes until the transaction ends. */
export const lockDueOrder = (trx: Transaction, orderId: number) =>
  trx
    .selectFrom('orders')
    .select(['id', 'status', 'paid_at', 'payment_type', 'payment_days', 'due_on', 'created_at'])
    .where('id', '=', orderId as OrderId)
    .forUpdate()
    .executeTakeFirst()

export async function writeDueDate(
  trx: Transaction,
  order: { id: OrderId; due_on: Day | null },
  dueDate: { dueOn: Day; paymentDays: number; reason: string; madeBy: string },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ due_on: dueDate.dueOn, payment_days: dueDate.paymentDays })
    .where('id', '=', order.id)
    .execute()
  await trx
    .insertInto('due_date_changes')
    .values({
      order_id: order.id,
      from_on: order.due_on,
      to_on: dueDate.dueOn,
      reason: dueDate.reason,
      made_by: dueDate.madeBy,
    })
    .execute()
}

/** Reasons to leave an unpaid order to staff instead of canceling it (docs/back-office §3). */
export type HoldRow = {
  received: boolean
  dispatched: boolean
  claimed: boolean
  reinstated: boolean
  is_payment_reversed: boolean
  refunded: boolean
}

/** Used for one order, or as columns of a list. */
const holdColumns: RawBuilder<HoldRow> = sql`
  orders.payment_state <> 'unpaid' as received,
  orders.fulfillment_state <> 'unfulfilled' as dispatched,
  ${isClaimed} as claimed,
  ${isReinstated} as reinstated,
  ${isPaymentReversed} as is_payment_reversed,
  ${isRefunded} as refunded`

/** Finds out why an order is left to staff; reliable only while its row is locked. */
export async function findHolds(trx: Database | Transaction, orderId: OrderId): Promise<HoldRow> {
  const { rows } = await sql<HoldRow>`select ${holdColumns} from orders where id = ${orderId}`.execute(trx)
  return rows[0] as HoldRow
}

/** Returns whether anything is still due; reliable only while its row is locked. */
export async function isMoneyDue(trx: Transaction, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql`select id from orders where id = ${orderId} and ${exceedsTolerance}`.execute(trx)
  return rows.length > 0
}

/** Finds the unpaid orders due before a day, with numbers above `after`. */
export async function findDueBefore(db: Database, before: Day, after: number, limit: number): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`
    select id from orders where ${awaitsPayment} and due_on < ${before} and id > ${after}
     order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type UnpaidPageRow = HoldRow & {
  id: OrderId
  first_name: string
  last_name: string
  email: string
  total_cents: number
  created_at: Date
  due_on: Day | null
  payment_days: number | null
  /** Reminders already sent for this due date. */
  reminded: ReminderKind[]
  payment_type: PaymentMethod
  payment_state: PaymentState
  balance_cents: number
  claim: { id: number; method: PaymentMethod; note: string; claimed_at: string } | null
}

/**
 * Filter: all that are due; orders on hold among those due before a day; orders with money due but no due date; or
 * orders with a claim.
 */
export type UnpaidFilter = 'all' | 'no_due_date' | 'claimed' | { dueBefore: Day; matchedOrders: ReadonlySet<number> }
/** Position in the list after which a page begins. */
export type UnpaidCursor = { dueOn: Day; id: number }

/** Sorts orders without a due date last. */
export const NEVER_DUE = '9998-12-31' as Day

/** Finds a page of the orders that wait for payment, sorted by due date. */
export async function findUnpaidPage(
  db: Database,
  filter: UnpaidFilter,
  { after, limit }: { after: UnpaidCursor | undefined; limit: number },
): Promise<UnpaidPageRow[]> {
  // For the other filters, the index matches the sort order of the list.
  const dueOn =
    filter === 'claimed' || filter === 'no_due_date'
      ? sql`coalesce(orders.due_on, ${NEVER_DUE}::date)`
      : sql`orders.due_on`
  const condition =
    filter === 'claimed'
      ? sql`orders.id in (select order_id from payment_claims where ended_at is null)`
      : filter === 'no_due_date'
        ? hasAmountDue
        : filter === 'all'
          ? awaitsPayment
          : sql`${awaitsPayment} and orders.due_on < ${filter.dueBefore} and ${isHeld(filter.matchedOrders)}`
  const cursorCondition = after ? sql`and (${dueOn}, orders.id) > (${after.dueOn}::date, ${after.id})` : sql``
  const { rows } = await sql<UnpaidPageRow>`
    select orders.id, first_name, last_name, email, total_cents, orders.created_at, due_on, payment_days, payment_type,
        payment_state, total_cents - money.credited - money.received + money.refunded as balance_cents, ${holdColumns},
        (select json_build_object('id', id, 'method', method, 'note', note, 'claimed_at', claimed_at) from payment_claims
          where order_id = orders.id and ended_at is null) as claim,
        coalesce((select json_agg(kind order by kind) from payment_reminders sent
          where sent.order_id = orders.id and sent.due_on = orders.due_on), '[]') as reminded
      from orders cross join lateral order_payment_totals(orders.id) as money
     where ${condition} ${cursorCondition}
     order by ${dueOn}, orders.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Marks the next orders as reminded, up to the limit, and returns them. Skips orders that someone is changing until the
 * next run.
 */
export async function markReminded(
  trx: Transaction,
  reminders: readonly DueReminder[],
  limit: number,
): Promise<{ order_id: OrderId; kind: ReminderKind }[]> {
  const { rows } = await sql<{ order_id: OrderId; kind: ReminderKind }>`
    with due as (
      select orders.id, plan.kind, orders.due_on
        from json_to_recordset(${JSON.stringify(reminders)})
            as plan (kind text, "paymentDays" int, "dueFrom" date, "dueUntil" date)
        join orders on ${awaitsPayment} and orders.payment_days = plan."paymentDays"
          and orders.due_on between plan."dueFrom" and plan."dueUntil"
       where not exists (select from payment_reminders sent
           where sent.order_id = orders.id and sent.kind = plan.kind and sent.due_on = orders.due_on)
         and not ${isClaimed}
       order by orders.id limit ${limit}
       for update of orders skip locked)
    insert into payment_reminders (order_id, kind, due_on) select id, kind, due_on from due
    on conflict on constraint payment_reminders_pkey do nothing
    returning order_id, kind`.execute(trx)
  return rows
}
