import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { LedgerEntry, Order } from '#contract/orders/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import type { Carrier } from '#domain/fulfillment/carriers.ts'
import type { ShipmentStep } from '#domain/fulfillment/state.ts'
import { addressColumns } from '#server/platform/database/address-columns.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared, preparedTogether, type Steps } from '#server/platform/database/prepared.ts'
import type {
  OrderAddressesTable,
  OrderId,
  OrderLinesTable,
  OrdersTable,
  OrderTaxesTable,
  UserId,
} from '#server/platform/database/tables.generated.ts'

/** Columns that the database sets on a new order; the others are those of the input. */
const GENERATED_COLUMNS = [
  'status',
  'created_at',
  'paid_at',
  'completed_at',
  'canceled_at',
  'payment_state',
  'fulfillment_state',
  'version',
  'taxed_when_canceled',
] as const
type GeneratedColumn = (typeof GENERATED_COLUMNS)[number]
export type GeneratedOrderColumns = Pick<Selectable<OrdersTable>, GeneratedColumn>
export type NewOrder = Omit<Insertable<OrdersTable>, 'id'>
type WrittenOrder = Omit<Selectable<OrdersTable>, GeneratedColumn>
export type NewOrderLine = Omit<Insertable<OrderLinesTable>, 'order_id'>
export type NewOrderTax = Omit<Insertable<OrderTaxesTable>, 'order_id'>

/**
 * Takes the number of an order that is certain to be placed, so that refused ones leave no gap. Other orders wait for
 * theirs until the transaction ends: after this call, it must not wait for rows that others lock.
 */
export async function takeOrderNumber(trx: Transaction): Promise<ReservedOrder> {
  const [reservation] = await queryOrderNumber(trx, {})
  if (!reservation) throw new Error('a counter has a next number')
  return reservation
}

const queryOrderNumber = prepared<object, ReservedOrder>(
  () => sql`select take_order_number() as id, now() as "placedAt"`,
)

/** `placedAt` is the transaction's own timestamp, which the order will have as its date. */
export type ReservedOrder = { id: OrderId; placedAt: Date }

export type PlacedOrder = WrittenOrder & OrderParts & { placedBy: string }

/** Inserts the order, its lines, taxes, address and first change. */
export const orderSteps: Steps<PlacedOrder> = (order) => sql`
    placed as (
      insert into orders (id, cart_id, cart_round, user_id, credited_user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
        discount_cents, discount_milli_percent, discount_reason, certificate_state, certificate_number, shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method,
        shipping_description, payment_type, card_holder_name, card_type, card_last_four, comments,
        payment_days, due_on)
      overriding system value
      values (${order.id}, ${order.cart_id}, ${order.cart_round}, ${order.user_id}, ${order.credited_user_id},
        ${order.type}, ${order.first_name}, ${order.last_name}, ${order.email}, ${order.phone_number},
        ${order.sub_total_cents}, ${order.discount_cents}, ${order.discount_milli_percent},
        ${order.discount_reason}, ${order.certificate_state}, ${order.certificate_number},
        ${order.shipping_price_cents}, ${order.insurance_cents}, ${order.tax_cents}, ${order.total_cents},
        ${order.pv}, ${order.cv_cents}, ${order.shipping_method}, ${order.shipping_description},
        ${order.payment_type}, ${order.card_holder_name}, ${order.card_type}, ${order.card_last_four},
        ${order.comments}, ${order.payment_days}, ${order.due_on})
      returning *),
    ${insertParts(order)},
    change as (
      insert into order_changes (order_id, change, changed_by) select id, 'placed', ${order.placedBy} from placed)`

/** Selects the result of these steps. */
export const selectGeneratedColumns = sql<GeneratedOrderColumns>`select ${sql.join(GENERATED_COLUMNS.map((column) => sql.ref(column)))} from placed`

export const insertOrder = preparedTogether<{ order: PlacedOrder }, GeneratedOrderColumns>(
  { order: orderSteps },
  selectGeneratedColumns,
)

/** Rows that belong to an order, each as JSON. */
export type OrderParts = { lines: string; taxes: string; address: string }

export const serializeParts = (
  lines: readonly NewOrderLine[],
  taxes: readonly NewOrderTax[],
  address: Address | undefined,
): OrderParts => ({
  lines: JSON.stringify(lines),
  taxes: JSON.stringify(taxes),
  address: JSON.stringify(address ? [address] : []),
})

/** Inserts the rows that belong to an order, within a statement that has its id and version as `placed`. */
export const insertParts = ({
  lines,
  taxes,
  address,
}: Record<keyof OrderParts, RawBuilder<unknown> | string>): RawBuilder<unknown> => sql`lines as (
      insert into order_lines (order_id, position, product_id, name, image_file, quantity, price_cents,
        total_price_cents, discount_cents, tax_exempt, tax_cents, unit_pv, commissionable_bp, cv_cents)
      select placed.id, line.* from placed, json_to_recordset(${lines}) as line (
        position int, product_id int, name text, image_file text, quantity int, price_cents int,
        total_price_cents bigint, discount_cents bigint, tax_exempt bool, tax_cents bigint, unit_pv int,
        commissionable_bp int, cv_cents bigint)),
    taxes as (
      insert into order_taxes (order_id, version, position, state, zip_prefix, milli_percent, on_goods, on_shipping, base_cents,
        tax_cents, shipping_tax_cents)
      select placed.id, placed.version, tax.* from placed, json_to_recordset(${taxes}) as tax (
        position int, state text, zip_prefix text, milli_percent int, on_goods bool, on_shipping bool, base_cents bigint,
        tax_cents bigint, shipping_tax_cents bigint)),
    address as (
      insert into order_addresses (order_id, ${addressColumns})
      select placed.id, given.* from placed, (
        select ${addressColumns}
          from json_populate_recordset(null::order_addresses, ${address})) given)`

type OrderLineRow = Pick<
  Selectable<OrderLinesTable>,
  'product_id' | 'name' | 'image_file' | 'quantity' | 'price_cents' | 'total_price_cents'
> & {
  /** Excludes pieces returned before they were shipped. */
  shippable: number
}

export type OrderRow = Selectable<OrdersTable> & {
  balance_cents: number
  lines: OrderLineRow[]
  taxes: Pick<Selectable<OrderTaxesTable>, 'state' | 'milli_percent' | 'base_cents' | 'tax_cents'>[]
  shipments: OrderShipment[]
  address: Omit<Selectable<OrderAddressesTable>, 'order_id'> | null
  claimed_at: Date | null
  ledger: OrderLedgerEntry[]
  events: { event: Order['events'][number]['event']; at: string }[]
}

/** Parsed from JSON, like the shipments. */
export type OrderLedgerEntry = Pick<LedgerEntry, 'kind' | 'method' | 'credit_note' | 'day' | 'recorded_at'> & {
  change_cents: number
  /** Whether money received was not reversed by a correction. */
  is_valid_payment: boolean
}

/** Parsed from JSON: timestamps are text. */
export type OrderShipment = {
  id: number
  kind: 'delivery' | 'pickup'
  state: ShipmentStep
  carrier: Carrier | null
  tracking_number: string
  packed_at: string
  ready_at: string | null
  shipped_at: string | null
  delivered_at: string | null
  picked_up_at: string | null
  picked_up_name: string | null
  /** `line` is the index of the order's line. */
  lines: { line: number; quantity: number }[]
}

/** Reads an order with its lines, shipments and address, by its key in one query, if it is in the scope. */
export async function findOrder(
  db: Database | Transaction,
  orderId: number,
  scope: OrderScope,
): Promise<OrderRow | undefined> {
  const ownerCondition = scope === 'everybody' ? sql`` : sql` and orders.user_id = ${scope.userId}`
  const { rows } = await sql<OrderRow>`
    select orders.*,
      (select total_cents - credited - received + refunded from order_payment_totals(orders.id)) as balance_cents,
      (select json_agg(json_build_object('product_id', product_id, 'name', name, 'image_file', image_file,
          'quantity', quantity, 'shippable', shippable, 'price_cents', price_cents, 'total_price_cents', total_price_cents)
          order by position)
         from order_lines join shippable_order_lines(orders.id) on line_position = position
        where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('state', state, 'milli_percent', milli_percent,
          'base_cents', base_cents, 'tax_cents', tax_cents) order by position), '[]')
         from order_taxes where order_id = orders.id) as taxes,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'state', state, 'carrier', carrier,
          'tracking_number', tracking_number, 'packed_at', packed_at, 'ready_at', ready_at, 'shipped_at', shipped_at,
          'delivered_at', delivered_at, 'picked_up_at', picked_up_at, 'picked_up_name', picked_up_name, 'lines', (
            select json_agg(json_build_object('line', (select count(*) from order_lines before
                where before.order_id = orders.id and before.position < packed.position), 'quantity', packed.quantity)
              order by packed.position) from shipment_lines packed where packed.shipment_id = shipments.id)) order by id), '[]')
         from shipments where order_id = orders.id and state <> 'voided') as shipments,
      (select to_json(a) from order_addresses a where a.order_id = orders.id) as address,
      (select claimed_at from payment_claims where order_id = orders.id and ended_at is null) as claimed_at,
      (select coalesce(json_agg(json_build_object('kind', kind, 'method', method, 'credit_note', number, 'day', day,
          'recorded_at', created_at, 'change_cents', change_cents, 'is_valid_payment', is_valid_payment) order by created_at, credited desc, id), '[]') from (
            select id, false as credited, case when bounced then 'bounced_check' else kind end as kind, method,
                null::integer as number, value_date as day, created_at,
                case kind when 'refunded' then amount_cents else -amount_cents end as change_cents,
                kind = 'received' and not exists (select from payments later where later.corrects_id = payments.id) as is_valid_payment
              from payments where order_id = orders.id
            union all
            select id, true, kind, null, number, (created_at at time zone 'America/New_York')::date, created_at, -amount_cents,
                false
              from credit_notes where order_id = orders.id) entries) as ledger,
      (select coalesce(json_agg(json_build_object('event', event, 'at', at) order by at, event), '[]') from (
            select change as event, changed_at as at from order_changes
             where order_id = orders.id and change in (
                'completed', 'canceled', 'reopened', 'reinstated', 'edited', 'contact_corrected')
            union all
            select 'claimed', claimed_at from payment_claims where order_id = orders.id) happened) as events
    from orders where orders.id = ${orderId}${ownerCondition}`.execute(db)
  return rows[0]
}

/**
 * Scope of a query: a user's orders, or everybody's, including guests. Required at each call, so that omitting it
 * cannot expose all orders.
 */
export type OrderScope = { userId: UserId } | 'everybody'

const selectOrders = (db: Database, scope: OrderScope) => {
  const orders = db.selectFrom('orders')
  return scope === 'everybody' ? orders : orders.where('user_id', '=', scope.userId)
}

/**
 * Returns a page of the orders, newest first. The index alone finds the page's ids, and only their rows are read: the
 * last page costs little more than the first.
 */
export const findOrders = (db: Database, scope: OrderScope, page: { offset: number; limit: number }) =>
  db
    .selectFrom(
      selectOrders(db, scope).select('id').orderBy('id', 'desc').offset(page.offset).limit(page.limit).as('page'),
    )
    .innerJoin('orders', 'orders.id', 'page.id')
    .select(['orders.id', 'status', 'payment_state', 'fulfillment_state', 'type', 'total_cents', 'created_at'])
    .orderBy('orders.id', 'desc')
    .execute()

export async function countOrders(db: Database, scope: OrderScope): Promise<number> {
  const { count } = await selectOrders(db, scope)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the highest number of any order; 0 before the first. */
export async function findLatestOrder(db: Database): Promise<number> {
  const { latest } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.max('id').as('latest'))
    .executeTakeFirstOrThrow()
  return latest ?? 0
}

export async function assignGuestOrders(trx: Transaction, userId: UserId, email: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('user_id', 'is', null)
    .where('email', '=', email)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
