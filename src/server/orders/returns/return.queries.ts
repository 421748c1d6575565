import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type {
  GoodsReturnId,
  GoodsReturnLinesTable,
  GoodsReturnsTable,
  OrderId,
} from '#server/platform/database/tables.generated.ts'

/** A sold line with its returned items and the items handed over. */
export type SoldLineRow = {
  position: number
  name: string
  quantity: number
  returned: number
  returnedStillHere: number
  handedOver: number
  packed: number
  totalCents: number
  discountCents: number
  taxCents: number
  cvCents: number
  pv: number
}

export async function findSoldLines(db: Database | Transaction, orderId: OrderId): Promise<SoldLineRow[]> {
  const { rows } = await sql<SoldLineRow>`
    select line.position, line.name, line.quantity, coalesce(back.quantity, 0)::int as returned,
      coalesce(back.still_here, 0)::int as "returnedStillHere", coalesce(sent.handed_over, 0)::int as "handedOver",
      coalesce(sent.packed, 0)::int as packed, line.total_price_cents as "totalCents",
      line.discount_cents as "discountCents", line.tax_cents as "taxCents", line.cv_cents as "cvCents", line.pv
      from order_lines line
      left join (
        select position, sum(quantity) as quantity, sum(not_handed_over) as still_here from goods_return_lines
         where order_id = ${orderId} group by position) back using (position)
      left join (
        select position, sum(line.quantity) filter (where state in ('shipped', 'delivered', 'picked_up')) as handed_over,
          sum(line.quantity) filter (where state in ('packed', 'ready_for_pickup')) as packed
          from shipment_lines line join shipments shipment on shipment.id = line.shipment_id
         where line.order_id = ${orderId} group by position) sent using (position)
     where line.order_id = ${orderId} order by line.position`.execute(db)
  return rows
}

/** Finds the positions of an order's lines, in the order used by the API; undefined if there is no such order. */
export async function findPositions(db: Database, orderId: number): Promise<number[] | undefined> {
  const { rows } = await sql<{ position: number | null }>`
    select position from orders left join order_lines on order_id = id where id = ${orderId} order by position`.execute(
    db,
  )
  return rows.length === 0 ? undefined : rows.flatMap(({ position }) => position ?? [])
}

export type OtherCharges = {
  shippingCents: number
  insuranceCents: number
  shippingTaxCents: number
  isDispatched: boolean
}

/** Finds the uncredited charges other than goods, and whether anything has been shipped. */
export async function findOtherCharges(db: Database | Transaction, orderId: OrderId): Promise<OtherCharges> {
  const { rows } = await sql<OtherCharges>`
    select case when credited then 0 else shipping_price_cents end as "shippingCents",
      case when credited then 0 else insurance_cents end as "insuranceCents",
      case when credited then 0 else (
        select coalesce(sum(shipping_tax_cents), 0) from order_taxes where order_id = orders.id)::bigint end as "shippingTaxCents",
      exists (select from shipments where order_id = orders.id and state in ('shipped', 'delivered', 'picked_up'))
        as "isDispatched"
      from orders cross join lateral (
        -- A reversed cancellation credits nothing.
        select coalesce(sum(shipping_cents + insurance_cents), 0) <> 0 as credited
          from credit_notes where order_id = orders.id) beside
     where id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no order ${orderId}`)
  return row
}

export async function insertReturn(
  trx: Transaction,
  row: Insertable<GoodsReturnsTable>,
  lines: readonly Omit<Insertable<GoodsReturnLinesTable>, 'goods_return_id' | 'order_id'>[],
): Promise<GoodsReturnId> {
  const { id } = await trx.insertInto('goods_returns').values(row).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('goods_return_lines')
    .values(lines.map((line) => ({ ...line, goods_return_id: id, order_id: row.order_id })))
    .execute()
  return id
}

/** Returns the number of the network's latest change; changes after a preview have a higher one. */
export async function findLastChange(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from network_changes`.execute(trx)
  return rows[0]?.last ?? 0
}

/** Locks a month's figures: nothing is completed or reversed in it until the transaction ends. */
export async function lockMonth(trx: Transaction, month: string): Promise<void> {
  await sql`select from months where month = ${month} for update`.execute(trx)
}

export async function findMemberNames(db: Database, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, first_name || ' ' || last_name as name from users where id = any(${ids}::int[])`.execute(db)
  return rows
}

/** Updates the fulfillment state, because returned goods do not need to be shipped. */
export async function refreshFulfillment(trx: Transaction, orderId: OrderId): Promise<void> {
  await sql`select refresh_fulfillment_state(${orderId})`.execute(trx)
}

export type ReturnedGoodsRow = {
  email: string
  first_name: string
  order_id: OrderId
  total_cents: number
  credit_note_number: number
  credit_cents: number
  lines: { quantity: number; name: string; amount_cents: number }[]
}

/** Finds a return with the data that its customer sees. */
export async function findReturnedGoods(db: Database, returnId: number): Promise<ReturnedGoodsRow | undefined> {
  const { rows } = await sql<ReturnedGoodsRow>`
    select orders.email, orders.first_name, orders.id as order_id, orders.total_cents, note.number as credit_note_number,
      note.amount_cents as credit_cents,
      (select json_agg(json_build_object('quantity', back.quantity, 'name', line.name,
          'amount_cents', back.goods_cents - back.discount_cents + back.tax_cents) order by position)
         from goods_return_lines back join order_lines line using (order_id, position)
        where back.goods_return_id = returned.id) as lines
      from goods_returns returned
      join orders on orders.id = returned.order_id
      join credit_notes note on note.id = returned.credit_note_id
     where returned.id = ${returnId}`.execute(db)
  return rows[0]
}
