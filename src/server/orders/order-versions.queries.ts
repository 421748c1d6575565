import { type Selectable, sql } from 'kysely'
import type { Address } from '#domain/addresses/address.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type {
  OrderAddressesTable,
  OrderId,
  OrderLinesTable,
  OrdersTable,
  OrderTaxesTable,
  OrderVersionsTable,
} from '#server/platform/database/tables.generated.ts'
import type { copyPrice } from './copy-price.ts'
import { insertParts, type NewOrderLine, type NewOrderTax, serializeParts } from './order.queries.ts'

export type EditableOrder = Pick<
  Selectable<OrdersTable>,
  | 'id'
  | 'version'
  | 'type'
  | 'status'
  | 'fulfillment_state'
  | 'user_id'
  | 'created_at'
  | 'sub_total_cents'
  | 'discount_cents'
  | 'discount_milli_percent'
  | 'discount_reason'
  | 'certificate_state'
  | 'certificate_number'
  | 'shipping_price_cents'
  | 'shipping_method'
  | 'shipping_description'
  | 'total_cents'
> & {
  lines: (Pick<
    Selectable<OrderLinesTable>,
    | 'position'
    | 'product_id'
    | 'name'
    | 'image_file'
    | 'quantity'
    | 'price_cents'
    | 'tax_exempt'
    | 'unit_pv'
    | 'commissionable_bp'
  > & {
    /** Current weight of the product; null if it is deleted. */
    weight_grams: number | null
  })[]
  address: Address | null
  /** Lowest position that no line of any version has used. */
  next_position: number
  /** Something was returned, or was credited without a reversal. */
  is_credited: boolean
}

/** Reads an order with everything that an edit needs. */
export async function findEditable(db: Database | Transaction, orderId: number): Promise<EditableOrder | undefined> {
  const { rows } = await sql<EditableOrder>`
    select id, version, type, status, fulfillment_state, user_id, created_at, sub_total_cents, discount_cents,
        discount_milli_percent, discount_reason, certificate_state, certificate_number, shipping_price_cents,
        shipping_method, shipping_description, total_cents,
        (select json_agg(json_build_object('position', position, 'product_id', product_id, 'name', line.name,
            'image_file', image_file, 'quantity', quantity, 'price_cents', line.price_cents, 'tax_exempt', line.tax_exempt,
            'unit_pv', unit_pv, 'commissionable_bp', line.commissionable_bp, 'weight_grams', product.weight_grams)
            order by position)
          from order_lines line left join products product on product.id = product_id where order_id = orders.id) as lines,
        (select to_jsonb(address) - 'order_id' from order_addresses address where order_id = orders.id) as address,
        1 + greatest(
          (select max(position) from order_lines where order_id = orders.id),
          (select max((line ->> 'position')::int) from order_versions, jsonb_array_elements(snapshot -> 'lines') line
            where order_id = orders.id)) as next_position,
        exists (select from goods_returns where order_id = orders.id)
          or (select coalesce(sum(amount_cents), 0) <> 0 from credit_notes where order_id = orders.id) as is_credited
      from orders where id = ${orderId}`.execute(db)
  return rows[0]
}

/** Current version of an order as JSON, as stored in its tables; payment and handover states are not part of it. */
const currentSnapshot = sql`
  to_jsonb(orders) - '{version,status,payment_state,fulfillment_state,paid_at,completed_at,canceled_at,cart_id,cart_round}'::text[]
    || jsonb_build_object(
      'lines', (select jsonb_agg(to_jsonb(line) - 'order_id' order by position) from order_lines line where order_id = orders.id),
      'taxes', (select coalesce(jsonb_agg(to_jsonb(tax) - 'order_id' - 'version' order by position), '[]')
        from order_taxes tax where order_id = orders.id),
      'address', (select to_jsonb(address) - 'order_id' from order_addresses address where order_id = orders.id))`

export type EditedOrder = ReturnType<typeof copyPrice> & {
  type: 'D' | 'P'
  shipping_method: string | null
  shipping_description: string
}

/** Archives the current version of an order and replaces it with the next one. */
export async function replaceVersion(
  trx: Transaction,
  orderId: OrderId,
  order: EditedOrder,
  {
    lines,
    taxes,
    address,
  }: { lines: readonly NewOrderLine[]; taxes: readonly NewOrderTax[]; address: Address | undefined },
  { by: actorName, reason }: { by: string; reason: string },
): Promise<void> {
  await sql`
    insert into order_versions (order_id, version, snapshot, total_cents, replaced_by, reason)
    select id, version, ${currentSnapshot}, total_cents, ${actorName}, ${reason} from orders where id = ${orderId}`.execute(
    trx,
  )
  await trx
    .updateTable('orders')
    .set({ ...order, version: sql<number>`version + 1` })
    .where('id', '=', orderId)
    .execute()
  await trx.deleteFrom('order_lines').where('order_id', '=', orderId).execute()
  await trx.deleteFrom('order_taxes').where('order_id', '=', orderId).execute()
  await trx.deleteFrom('order_addresses').where('order_id', '=', orderId).execute()
  await sql`
    with placed as (select id, version from orders where id = ${orderId}),
    ${insertParts(serializeParts(lines, taxes, address))},
    change as (
      insert into order_changes (order_id, change, changed_by) select id, 'edited', ${actorName} from placed)
    select id from placed`.execute(trx)
}

/** Archived column values; timestamps are text. */
export type ArchivedOrder = Pick<
  Selectable<OrdersTable>,
  | 'type'
  | 'sub_total_cents'
  | 'discount_cents'
  | 'discount_milli_percent'
  | 'discount_reason'
  | 'certificate_state'
  | 'certificate_number'
  | 'shipping_price_cents'
  | 'insurance_cents'
  | 'tax_cents'
  | 'total_cents'
  | 'shipping_method'
  | 'shipping_description'
> & {
  lines: Selectable<OrderLinesTable>[]
  taxes: Selectable<OrderTaxesTable>[]
  address: Omit<Selectable<OrderAddressesTable>, 'order_id'> | null
}
export type VersionRow = Omit<Selectable<OrderVersionsTable>, 'snapshot'> & { snapshot: ArchivedOrder }

/** Returns the versions that edits replaced, oldest first, and the current one in the archived format. */
export async function findVersions(db: Database | Transaction, orderId: number) {
  const [replaced, current] = await Promise.all([
    sql<VersionRow>`select * from order_versions where order_id = ${orderId} order by version`.execute(db),
    sql<{ version: number; snapshot: ArchivedOrder }>`
      select version, ${currentSnapshot} as snapshot from orders where id = ${orderId}`.execute(db),
  ])
  const [order] = current.rows
  return order && { replaced: replaced.rows, present: order }
}

/** Returns the order's total before the edit that replaced this version; undefined if none did. */
export const findReplacedTotal = (db: Database | Transaction, orderId: number, version: number) =>
  db
    .selectFrom('order_versions')
    .select('total_cents')
    .where('order_id', '=', orderId as OrderId)
    .where('version', '=', version)
    .executeTakeFirst()
