import { sql } from 'kysely'
import type { ManagedOrderRow } from '#contract/orders/admin-list.ts'
import type { Address } from '#domain/addresses/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { PLANNED_FOR_VALUES } from '#server/platform/database/statement-names.ts'
import type { Condition } from './order-filter.queries.ts'

export type OrderBookRow = {
  id: number
  created_at: Date
  paid_at: Date | null
  completed_at: Date | null
  canceled_at: Date | null
  due_on: string | null
  status: ManagedOrderRow['status']
  payment_state: ManagedOrderRow['payment_state']
  fulfillment_state: ManagedOrderRow['fulfillment_state']
  type: 'D' | 'P'
  payment_type: ManagedOrderRow['method']
  user_id: number | null
  credited_user_id: number | null
  first_name: string
  last_name: string
  email: string
  phone_number: string
  address: Address | null
  shipping_description: string
  /** Number of the account that ordered. */
  member_no: string | null
  /** Number of the member credited with its volume. */
  credited_member_no: string | null
  units: number
  sub_total_cents: number
  discount_cents: number
  discount_reason: string | null
  shipping_price_cents: number
  insurance_cents: number
  tax_cents: number
  total_cents: number
  pv: number
  cv_cents: number
  certificate_state: string | null
  certificate_number: string | null
  credited_cents: number
  received_cents: number
  refunded_cents: number
  taxes: { state: string; milli_percent: number | null; base_cents: number; tax_cents: number }[]
  payments: { kind: string; method: string; amount_cents: number; reference: string; value_date: string }[]
  credit_notes: { kind: string; number: number | null; amount_cents: number }[]
}

/** Returns the next orders below a number that match the conditions, newest first, with their payments and taxes. */
export async function findOrderBookRows(
  db: Database,
  conditions: readonly Condition[],
  words: Condition | undefined,
  page: { below: number; limit: number },
): Promise<OrderBookRow[]> {
  const allConditions = [sql`orders.id < ${page.below}`, ...conditions]
  const source = words ? sql`orders join order_search on order_search.order_id = orders.id and ${words}` : sql`orders`
  const { rows } = await sql<OrderBookRow>`${sql.raw(PLANNED_FOR_VALUES)}
    select page.*, money.credited as credited_cents, money.received as received_cents, money.refunded as refunded_cents,
      (select member_no from users where users.id = page.user_id) as member_no,
      (select member_no from users where users.id = page.credited_user_id) as credited_member_no,
      (select to_json(address) from order_addresses address where order_id = page.id) as address,
      (select coalesce(sum(quantity), 0)::int from order_lines where order_id = page.id) as units,
      (select coalesce(json_agg(json_build_object('state', state, 'milli_percent', milli_percent,
          'base_cents', base_cents, 'tax_cents', tax_cents) order by position), '[]')
         from order_taxes where order_id = page.id) as taxes,
      (select coalesce(json_agg(json_build_object('kind', kind, 'method', method, 'amount_cents', amount_cents,
          'reference', reference, 'value_date', value_date) order by payment.id), '[]')
         from payments payment where order_id = page.id) as payments,
      (select coalesce(json_agg(json_build_object('kind', kind, 'number', number, 'amount_cents', amount_cents)
          order by note.id), '[]') from credit_notes note where order_id = page.id) as credit_notes
      from (select orders.* from ${source} where ${sql.join(allConditions, sql` and `)} order by orders.id desc limit ${page.limit}) page
     cross join lateral order_payment_totals(page.id) as money
     order by page.id desc`.execute(db)
  return rows
}
