import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { StreetAddress } from '#domain/orders/personal-order.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId, UserId } from '#server/platform/database/tables.generated.ts'

/** An order that was not placed by its credited member, with the data that may identify both as one person. */
export type PartiesRow = {
  email: string
  phone_number: string
  last_name: string
  address: (StreetAddress & { phone_number: string }) | null
  member_email: string
  member_phone: string
  member_last_name: string
  member_addresses: StreetAddress[]
}

const PARTY_COLUMNS = sql`orders.email, orders.phone_number, orders.last_name,
    (select json_build_object('address_1', address_1, 'address_2', address_2, 'zip', zip, 'phone_number', phone_number)
       from order_addresses where order_id = orders.id) as address,
    member.email as member_email, member.phone_number as member_phone, member.last_name as member_last_name,
    (select coalesce(json_agg(json_build_object('address_1', address_1, 'address_2', address_2, 'zip', zip)), '[]')
       from user_addresses where user_id = member.id) as member_addresses
  from orders join users member on member.id = orders.credited_user_id`

/** Undefined for an order without a credited member, and for one that the credited member placed while signed in. */
export async function findParties(trx: Transaction, orderId: OrderId): Promise<PartiesRow | undefined> {
  const { rows } = await sql<PartiesRow>`select ${PARTY_COLUMNS}
     where orders.id = ${orderId} and orders.user_id is distinct from member.id`.execute(trx)
  return rows[0]
}

export type CustomerOrderRow = PartiesRow & {
  id: CountedOrderId
  order_no: string
  order_id: OrderId
  month_cv_cents: number
  month_pv: number
  member_id: UserId
  member_no: string
}

/** The next customer orders of a month that were placed in this shop. */
export async function readCustomerOrders(db: Database, month: Month, after: CountedOrderId | 0, limit: number) {
  const { rows } = await sql<CustomerOrderRow>`
    select counted.id, counted.order_no, counted.order_id, counted.month_cv_cents, counted.month_pv,
      member.id as member_id, member.member_no, ${PARTY_COLUMNS}
      join counted_orders counted on counted.order_id = orders.id
     where counted.month = ${month} and counted.customer and counted.id > ${after}
     order by counted.id limit ${limit}`.execute(db)
  return rows
}
