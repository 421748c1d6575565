import { sql } from 'kysely'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { Carrier } from '#domain/fulfillment/carriers.ts'
import type { ShipmentState } from '#domain/fulfillment/state.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { awaitsPayment } from '#server/platform/database/order-conditions.ts'
import type { OrderId, OrderNoteId } from '#server/platform/database/tables.generated.ts'

/** Timestamps inside JSON are text. */
export type OrderFileRow = {
  id: OrderId
  type: 'D' | 'P'
  edition: number
  is_to_be_paid: boolean
  user_id: number | null
  member_no: string | null
  user_name: string | null
  credited_user_id: number | null
  credited_member_no: string | null
  credited_name: string | null
  payment_days: number | null
  sub_total_cents: number
  discount_cents: number
  discount_milli_percent: number | null
  discount_reason: string | null
  certificate_state: string | null
  certificate_number: string | null
  shipping_price_cents: number
  insurance_cents: number
  tax_cents: number
  total_cents: number
  lines: {
    position: number
    sku: string
    name: string
    quantity: number
    price_cents: number
    total_price_cents: number
    discount_cents: number
    tax_exempt: boolean
    tax_cents: number
  }[]
  taxes: {
    state: string
    zip_prefix: string
    milli_percent: number | null
    on_goods: boolean
    on_shipping: boolean
    base_cents: number
    tax_cents: number
    shipping_tax_cents: number
  }[]
  shipments: ShipmentFile[]
  due_moves: ManagedOrder['due']['due_date_changes']
  claims: ManagedOrder['claims']
  notices: (Omit<ManagedOrder['bank_transactions'][number], 'amount'> & { amount_cents: number })[]
  notes: ManagedOrder['notes']
  returns: {
    id: number
    credit_note_id: number
    reason: string
    made_by: string
    made_at: string
    lines: { position: number; quantity: number; restocked: boolean; credit_cents: number }[]
  }[]
}

export type ShipmentFile = {
  id: number
  kind: 'delivery' | 'pickup'
  state: ShipmentState
  carrier: Carrier | null
  tracking_number: string
  picked_up_name: string | null
  void_reason: string | null
  packed_at: string
  packed_by: string
  ready_at: string | null
  ready_by: string | null
  shipped_at: string | null
  shipped_by: string | null
  delivered_at: string | null
  delivered_by: string | null
  picked_up_at: string | null
  picked_up_by: string | null
  voided_at: string | null
  voided_by: string | null
  lines: { position: number; quantity: number }[]
}

/** Reads what other modules store about an order, by its key, in one query. */
export async function findOrderFile(db: Database, orderId: number): Promise<OrderFileRow | undefined> {
  const { rows } = await sql<OrderFileRow>`
    select orders.id, orders.type, version as edition, orders.user_id, orders.credited_user_id, payment_days, sub_total_cents, discount_cents,
      discount_milli_percent, discount_reason, certificate_state, certificate_number, shipping_price_cents,
      insurance_cents, tax_cents, total_cents,
      ${awaitsPayment} as is_to_be_paid,
      (select member_no from users where users.id = orders.user_id) as member_no,
      (select first_name || ' ' || last_name from users where users.id = orders.user_id) as user_name,
      (select member_no from users where users.id = orders.credited_user_id) as credited_member_no,
      (select first_name || ' ' || last_name from users where users.id = orders.credited_user_id) as credited_name,
      (select coalesce(json_agg(json_build_object('position', position,
          'sku', coalesce((select sku from products where products.id = product_id), ''), 'name', name, 'quantity', quantity,
          'price_cents', price_cents, 'total_price_cents', total_price_cents, 'discount_cents', discount_cents,
          'tax_exempt', tax_exempt, 'tax_cents', tax_cents) order by position), '[]')
         from order_lines where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('state', state, 'zip_prefix', zip_prefix,
          'milli_percent', milli_percent, 'on_goods', on_goods, 'on_shipping', on_shipping, 'base_cents', base_cents,
          'tax_cents', tax_cents, 'shipping_tax_cents', shipping_tax_cents) order by position), '[]')
         from order_taxes where order_id = orders.id) as taxes,
      (select coalesce(json_agg(to_jsonb(shipment) || jsonb_build_object('lines', (
          select json_agg(json_build_object('position', position, 'quantity', quantity) order by position)
            from shipment_lines where shipment_id = shipment.id)) order by id), '[]')
         from shipments shipment where order_id = orders.id) as shipments,
      (select coalesce(json_agg(json_build_object('from', from_on, 'to', to_on, 'reason', reason, 'created_by', made_by,
          'created_at', made_at) order by id), '[]') from due_date_changes where order_id = orders.id) as due_moves,
      (select coalesce(json_agg(json_build_object('id', id, 'method', method, 'note', note, 'claimed_at', claimed_at,
          'ended_at', ended_at, 'outcome', outcome, 'ended_by', ended_by, 'reason', reason) order by id), '[]')
         from payment_claims where order_id = orders.id) as claims,
      (select coalesce(json_agg(json_build_object('id', notice.id, 'payment_id', payment.id,
          'amount_cents', notice.amount_cents, 'value_date', notice.value_date, 'payer', payer, 'memo', memo)
          order by payment.id), '[]')
         from payments payment join bank_transactions notice on notice.id = payment.bank_transaction_id
        where payment.order_id = orders.id) as notices,
      (select coalesce(json_agg(json_build_object('id', id, 'note', note, 'created_by', made_by, 'created_at', made_at,
          'erased', erased_at is not null) order by id), '[]') from order_notes where order_id = orders.id) as notes,
      (select coalesce(json_agg(json_build_object('id', id, 'credit_note_id', credit_note_id, 'reason', reason,
          'made_by', made_by, 'made_at', created_at, 'lines', (
            select json_agg(json_build_object('position', position, 'quantity', quantity, 'restocked', restocked,
                'credit_cents', goods_cents - discount_cents + tax_cents) order by position)
              from goods_return_lines where goods_return_id = goods_returns.id)) order by id), '[]')
         from goods_returns where order_id = orders.id) as returns
      from orders where orders.id = ${orderId}`.execute(db)
  return rows[0]
}

/** Positions of an order's lines, indexed as in calls: from 0, without gaps. */
export async function findPositions(trx: Transaction, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select position from order_lines where order_id = ${orderId} order by position`.execute(trx)
  return rows.map(({ position }) => position)
}

export async function insertNote(
  trx: Transaction,
  note: { orderId: OrderId; note: string; madeBy: string },
): Promise<OrderNoteId> {
  const { id } = await trx
    .insertInto('order_notes')
    .values({ order_id: note.orderId, note: note.note, made_by: note.madeBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
