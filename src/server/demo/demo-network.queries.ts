import { sql } from 'kysely'
import { type Address, addressFields, addressLines } from '#domain/addresses/address.ts'
import type { DemoMember } from '#seed/network/members.ts'
import { enrollBelow } from '#server/network/enroll-below.ts'
import type { NewOrder, NewOrderLine } from '#server/orders/order.queries.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'

/** Inserts members, sponsors before their downlines; returns their ids in the same order. */
export async function insertMembers(
  trx: Transaction,
  members: readonly (DemoMember & { passwordHash: string | null; enrolledAt: Date; activeUntil: Date | null })[],
): Promise<UserId[]> {
  const ids: UserId[] = []
  for (const member of members) {
    const { id } = await trx
      .insertInto('users')
      .values({
        email: member.email,
        type: member.type,
        status: member.status,
        first_name: member.first_name,
        last_name: member.last_name,
        phone_number: member.phone_number,
        cosmetology_id: member.cosmetology_id,
        license_state: member.addresses[0]?.state ?? null,
        referral_code: member.referral_code,
        password_hash: member.passwordHash,
        email_verified_at: member.enrolledAt,
        created_at: member.enrolledAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (member.sponsor !== null) await enrollBelow(trx, id, ids[member.sponsor] as UserId)
    if (member.activeUntil !== null) await insertFormerStatus(trx, id, member.activeUntil)
    ids.push(id)
  }
  const addresses = members.flatMap((member, i) =>
    member.addresses.map((address) => ({ ...address, user_id: ids[i] as UserId })),
  )
  await trx.insertInto('user_addresses').values(addresses).execute()
  return ids
}

/** A trigger has enrolled the member with today's status, which applies only since they became inactive. */
async function insertFormerStatus(trx: Transaction, id: UserId, activeUntil: Date): Promise<void> {
  await trx.updateTable('member_statuses').set({ status: 'active' }).where('member_id', '=', id).execute()
  await sql`insert into member_statuses (member_id, from_month, status)
    select id, month_of(${activeUntil}), status from users where id = ${id}`.execute(trx)
}

export type DemoOrderRow = { order: NewOrder; lines: NewOrderLine[]; address: Address | null }

/**
 * Inserts orders with their lines, addresses, changes and, if completed, shipments: one statement per table,
 * regardless of the number of orders. Returns order ids in the same order.
 */
export async function insertDemoOrders(trx: Transaction, rows: readonly DemoOrderRow[]): Promise<OrderId[]> {
  const { rows: inserted } = await sql<{ id: OrderId }>`
    insert into orders (user_id, credited_user_id, status, type, first_name, last_name, email, phone_number,
      sub_total_cents, shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method,
      shipping_description, payment_type, created_at, paid_at, completed_at, canceled_at)
    select * from json_to_recordset(${JSON.stringify(rows.map(({ order }) => order))}) as placed (
      user_id int, credited_user_id int, status text, type text, first_name text, last_name text, email text,
      phone_number text, sub_total_cents bigint, shipping_price_cents bigint, insurance_cents bigint, tax_cents bigint,
      total_cents bigint, pv bigint, cv_cents bigint, shipping_method text, shipping_description text,
      payment_type text, created_at timestamptz, paid_at timestamptz, completed_at timestamptz,
      canceled_at timestamptz)
    returning id`.execute(trx)
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const lines = rows.flatMap((row, i) => row.lines.map((line) => ({ order_id: ids[i], ...line })))
  await sql`
    insert into order_lines (order_id, position, product_id, name, image_file, quantity, price_cents,
      total_price_cents, tax_exempt, unit_pv, commissionable_bp, cv_cents)
    select * from json_to_recordset(${JSON.stringify(lines)}) as line (order_id int, position int, product_id int,
      name text, image_file text, quantity int, price_cents int, total_price_cents bigint, tax_exempt bool,
      unit_pv int, commissionable_bp int, cv_cents bigint)`.execute(trx)
  const addresses = rows.flatMap(({ address }, i) => (address ? [{ order_id: ids[i] as OrderId, ...address }] : []))
  await trx.insertInto('order_addresses').values(addresses).execute()
  await sql`
    insert into order_changes (order_id, change, changed_by, changed_at)
    select id, made.change, made.by, made.at
      from orders cross join lateral (values ('placed', 'customer', created_at), ('paid', 'demo', paid_at),
        ('completed', 'demo', completed_at), ('canceled', 'demo', canceled_at)) as made (change, by, at)
     where made.at is not null
     order by made.at, id`.execute(trx)
  // Triggers query each order separately and would scan whole tables without statistics.
  await sql`analyze orders, order_lines`.execute(trx)
  await insertDemoLedger(trx)
  await sql`
    insert into shipments (order_id, kind, packed_at, packed_by, shipped_at, shipped_by, delivered_at, delivered_by,
      picked_up_at, picked_up_by, picked_up_name)
    select id, 'delivery', completed_at, 'demo', completed_at, 'demo', completed_at, 'demo', null, null, null
      from orders where status = 'completed' and type = 'D'
    union all
    select id, 'pickup', completed_at, 'demo', null, null, null, null, completed_at, 'demo', first_name || ' ' || last_name
      from orders where status = 'completed' and type = 'P'
     order by 1`.execute(trx)
  await sql`analyze shipments`.execute(trx)
  await sql`
    insert into shipment_lines (shipment_id, order_id, position, quantity)
    select shipments.id, order_id, position, quantity
      from shipments join order_lines using (order_id)`.execute(trx)
  return ids
}

/** Adds cleared payments, and cancellations of orders without any; orders canceled after payment are refunded. */
async function insertDemoLedger(trx: Transaction): Promise<void> {
  await sql`
    insert into payments (order_id, kind, method, amount_cents, value_date, made_by, created_at)
    select id, 'received', payment_type, total_cents, (paid_at at time zone 'America/New_York')::date, 'demo', paid_at
      from orders where paid_at is not null and total_cents > 0
        and not exists (select from payments where order_id = orders.id)
     order by paid_at, id`.execute(trx)
  await sql`
    insert into payment_clearances (payment_id, cleared_on, made_by)
    select id, value_date, 'demo' from payments
     where method = 'check' and kind = 'received'
       and not exists (select from payment_clearances where payment_id = payments.id)`.execute(trx)
  await insertDemoCancellations(trx)
}

/** Credits canceled orders, with a credit note number if they were paid, and refunds the money. */
async function insertDemoCancellations(trx: Transaction): Promise<void> {
  await sql`
    insert into credit_notes (order_id, kind, number, amount_cents, goods_cents, insurance_cents, shipping_cents,
      tax_cents, made_by, created_at)
    select id, 'cancellation', case when paid_at is not null
        then (select last_number from credit_note_numbers) + count(*) filter (where paid_at is not null)
          over (order by canceled_at, id) end,
      total_cents, sub_total_cents, insurance_cents, shipping_price_cents, tax_cents, 'demo', canceled_at
      from orders where canceled_at is not null and total_cents > 0
        and not exists (select from credit_notes where order_id = orders.id)
     order by canceled_at, id`.execute(trx)
  await sql`
    update credit_note_numbers set last_number = (select coalesce(max(number), 0) from credit_notes)`.execute(trx)
  await sql`
    insert into payments (order_id, kind, method, amount_cents, value_date, reason, credit_note_id, made_by, created_at)
    select order_id, 'refunded', orders.payment_type, note.amount_cents,
      (note.created_at at time zone 'America/New_York')::date, 'Canceled', note.id, 'demo', note.created_at
      from credit_notes note join orders on orders.id = note.order_id
     where note.number is not null and not exists (select from payments where credit_note_id = note.id)
     order by note.created_at, note.id`.execute(trx)
}

/** Cancels an order as staff do, but at a past instant and without reversing points or bonuses. */
export async function cancelDemoOrder(trx: Transaction, orderId: OrderId, at: Date): Promise<void> {
  await trx.updateTable('orders').set({ status: 'canceled', canceled_at: at }).where('id', '=', orderId).execute()
  await trx
    .insertInto('order_changes')
    .values({ order_id: orderId, change: 'canceled', changed_by: 'demo', changed_at: at })
    .execute()
  await insertDemoCancellations(trx)
}

/** Members who enrolled within this time may not have chosen a payout method yet. */
const NEW_MS = 120 * 86_400_000

/** Most members are paid by quick pay, some by check; a few new ones have no payout method yet. */
export async function insertDemoPayoutMethods(db: Database, now: Date): Promise<void> {
  const members = await db
    .selectFrom('users')
    .select(['id', 'phone_number', 'created_at'])
    .where('phone_number', '<>', '')
    .orderBy('id')
    .execute()
  const homes = await db
    .selectFrom('user_addresses')
    .select(['user_id', ...addressFields])
    .orderBy('id', 'desc')
    .execute()
  const homeByUser = new Map(homes.map((home) => [home.user_id, home]))
  const newFrom = new Date(now.getTime() - NEW_MS)
  const methods = members
    .filter(({ id, created_at }) => id % 5 !== 2 || created_at < newFrom)
    .map(({ id, phone_number, created_at }) => {
      const home = id % 4 === 0 ? homeByUser.get(id) : undefined
      return {
        user_id: id,
        kind: home ? ('check' as const) : ('quickpay' as const),
        destination: home ? addressLines(home).slice(0, -1).join('\n') : phone_number,
        set_at: created_at,
        on_hold_until: created_at,
      }
    })
  if (methods.length > 0) await db.insertInto('payout_methods').values(methods).execute()
}

/** Adds counted and returned orders with their points, as they would have accrued while no month was closed. */
export async function insertDemoCounts(trx: Transaction): Promise<void> {
  await sql`
    insert into counted_orders (order_no, order_id, member_id, before_enrollment, customer, completed_at, month, cv_cents, pv,
      month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
    select id::text, id, credited_user_id,
      coalesce(is_before_enrollment(completed_at, (select created_at from users where id = credited_user_id)), false),
      credited_user_id is not null and user_id is distinct from credited_user_id,
      completed_at, month_of(completed_at), cv_cents, pv, remaining_cv, remaining_pv, remaining_cv, remaining_pv
      from orders cross join lateral (select case when canceled_at is null then cv_cents else 0 end as remaining_cv,
        case when canceled_at is null then pv else 0 end as remaining_pv) kept
     where completed_at is not null
     order by completed_at, orders.id`.execute(trx)
  await sql`
    insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
    select counted.id, 'cancellation', canceled_at, counted.month, counted.cv_cents, counted.pv
      from counted_orders counted join orders on orders.id = counted.order_id
     where canceled_at is not null
     order by canceled_at`.execute(trx)
  await sql`insert into months (month) select distinct month from counted_orders`.execute(trx)
  await sql`
    insert into point_entries (user_id, cause, counted_order_id, return_id, month, points, description, created_at)
    select member_id, entry.cause, counted.id, entry.return_id, counted.month, entry.points, entry.description, entry.made_at
      from counted_orders counted left join order_returns back on back.counted_order_id = counted.id
      cross join lateral (values
        ('order', null::int, counted.pv, format('Order #%s', order_no), completed_at),
        ('cancellation', back.id, -back.pv, format('Order #%s canceled', order_no), back.returned_at)
      ) as entry (cause, return_id, points, description, made_at)
     where member_id is not null and entry.made_at is not null
     order by entry.made_at, counted.id`.execute(trx)
}

/** Backdates changes in the feed of figures to when they happened, not to when the shop was filled. */
export async function dateDemoChanges(db: Database): Promise<void> {
  await sql`
    update network_changes set made_at = coalesce(
      (select returned_at from order_returns where id = return_id),
      (select completed_at from counted_orders where id = counted_order_id),
      (select created_at from users where id = member_id), made_at)`.execute(db)
}

export const readDemoProducts = (trx: Transaction) =>
  trx
    .selectFrom('products')
    .select(['id', 'handle', 'name', 'price_cents', 'pv', 'commissionable_bp', 'tax_exempt', 'weight_grams'])
    .select((product) =>
      product
        .selectFrom('product_images')
        .select('file')
        .whereRef('product_id', '=', 'products.id')
        .orderBy('position')
        .limit(1)
        .as('image_file'),
    )
    .where('active', '=', true)
    .orderBy('id')
    .execute()
