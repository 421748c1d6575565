import type { ManagedOrderRow } from '#contract/orders/admin-list.ts'
import { daysBetween } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { ManagedOrderListRow } from './order-list.queries.ts'

export const presentManagedRow = (
  row: ManagedOrderListRow,
  { today, clearsOnByOrder }: { today: string; clearsOnByOrder: ReadonlyMap<number, string> },
): ManagedOrderRow => ({
  id: row.id,
  payment_reference: encodePaymentReference(row.id),
  created_at: row.created_at.toISOString(),
  age_days: daysBetween(shopDayOf(row.created_at.getTime()), today),
  status: row.status,
  payment_state: row.payment_state,
  fulfillment_state: row.fulfillment_state,
  type: row.type,
  method: row.payment_type,
  state: row.state,
  name: `${row.first_name} ${row.last_name}`,
  email: row.email,
  phone: row.phone_number,
  units: row.units,
  order_total: toDollars(cents(row.total_cents)),
  balance: toDollars(cents(row.balance_cents)),
  credited: toDollars(cents(row.credited_cents)),
  clears_on: clearsOnByOrder.get(row.id) ?? null,
  due_on: row.total_cents === 0 ? null : row.due_on,
  edition: row.edition,
})
