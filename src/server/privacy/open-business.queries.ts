import { sql } from 'kysely'
import type { OpenBusiness } from '#contract/privacy/calls.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { PersonKeys } from './decision.ts'
import { orderDecisions } from './order-decisions.queries.ts'

/** For an order that is not in progress: a refund is due, or more was refunded than received. */
const HAS_BALANCE = sql<boolean>`(payment_state in ('partly_paid', 'overpaid') or status = 'canceled' and exists (
  select from order_payment_totals(orders.id) as money where money.refunded > money.received))`

/**
 * Finds a member's open business: orders in progress, balances of other orders, and past months, closed or not, with
 * unpaid bonuses; the current month does not count.
 */
export async function findOpenBusiness(
  db: Database | Transaction,
  userId: number,
  currentMonth: string,
): Promise<OpenBusiness> {
  const { rows } = await sql<OpenBusiness>`
    select
      array(select id from orders where user_id = ${userId} and status = 'processing' order by id) as orders,
      array(select id from orders where user_id = ${userId} and status <> 'processing'
        and ${HAS_BALANCE} order by id) as balances,
      array(
        select month from payouts join months using (month)
         where member_id = ${userId} and closed_at is not null and state <> 'paid'
        union
        -- Carried over to the next payout.
        select month from cards where member_id = ${userId} and carried_cents > 0
           and month = (select max(month) from months where closed_at is not null)
        union
        -- Booked by staff, including for members without sales.
        select correction.month from bonus_corrections correction left join months on months.month = correction.month
         where member_id = ${userId} and correction.month < ${currentMonth} and closed_at is null
        union
        select counted.month from counted_orders counted left join months on months.month = counted.month
         where counted.month < ${currentMonth} and closed_at is null
           and (counted.member_id = ${userId} or exists (select from sponsorships where sponsor_id = ${userId}))
         order by 1) as months`.execute(db)
  return rows[0] ?? { orders: [], balances: [], months: [] }
}

/** Finds a guest's open business: orders in progress, and balances of other orders. */
export async function findOpenOrders(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Pick<OpenBusiness, 'orders' | 'balances'>> {
  const { rows } = await sql<Pick<OpenBusiness, 'orders' | 'balances'>>`
    select array(select id from orders where id = any(${ids}::int[]) and status = 'processing' order by id) as orders,
      array(select id from orders where id = any(${ids}::int[]) and status <> 'processing'
        and ${HAS_BALANCE} order by id) as balances`.execute(db)
  return rows[0] ?? { orders: [], balances: [] }
}

/** Returns whether a refund or payout of the person is waiting for its approval or execution. */
export async function hasWaitingApproval(trx: Transaction, person: PersonKeys): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from approvals
       where state in ('proposed', 'approved') and ${orderDecisions.approvals.where(person)}) as waits`.execute(trx)
  return rows[0]?.waits === true
}
