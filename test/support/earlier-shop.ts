import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { insuranceCents } from '#domain/checkout/insurance.ts'
import { cents } from '#domain/money.ts'
import { month } from '#domain/month.ts'
import { taxOn } from '#domain/order/tax.ts'
import { takeBack } from '#server/compensation/count/reverse-volume.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from './close-with-defaults.ts'

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const MEMBERS = 200
const PRODUCTS = 60
const LINES = 3
const RETURNS = 5
const ORDERS_PER_CHUNK = 5_000

/** Copies the migrations before one of them to a separate folder, as in a shop that was not upgraded. */
export async function migrationsBefore(number: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-before-'))
  for (const file of await readdir(MIGRATIONS)) {
    if (file < number) await cp(join(MIGRATIONS, file), join(folder, file))
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

/**
 * Fills a shop at migration 0031 with orders of every status, paid and unpaid, for pickup and delivery, taxed and
 * untaxed, with three lines each, some of them packages with contents; completed ones are counted. Deterministic.
 */
export async function fillEarlierShop(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into users (email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code, created_at)
     select 'm' || n || '@before.example', 'member', 'active', 'Ana', 'Reyes', '(201) 555-0100', '', 'before-' || n, '2026-01-02'
       from generate_series(1, ${MEMBERS}) n`,
  )
  // Three members below each, so that orders pay several people.
  await pool.query(
    `update sponsorships set sponsor_id = sponsor.id
       from users member join users sponsor
         on sponsor.referral_code = 'before-' || (1 + substr(member.referral_code, 8)::int) / 3
      where member.id = sponsorships.member_id and member.referral_code like 'before-%' and member.referral_code <> 'before-1'`,
  )
  await pool.query(
    `insert into products (handle, name, kind, price_cents, pv, stock, created_at)
     select 'before-' || n, 'Before ' || n, case when n % 10 = 0 then 'package' else 'product' end, ${priceSql('n')}, 5 + n % 20,
       case when n % 7 = 0 then null else 100000 + n end, '2026-01-02' from generate_series(1, ${PRODUCTS}) n`,
  )
  await pool.query(
    `insert into package_contents (package_id, product_id, quantity, position)
     select package.id, part.id, 1 + nth, nth from generate_series(0, 1) nth cross join generate_series(10, ${PRODUCTS - 10}, 10) n
       join products package on package.handle = 'before-' || n join products part on part.handle = 'before-' || (n + 1 + nth)`,
  )
  const ids = {
    products: await readIds(pool, `select id from products where handle like 'before-%' order by id`),
    users: await readIds(pool, `select id from users where email like '%@before.example' order by id`),
  }
  for (let from = 1; from <= count; from += ORDERS_PER_CHUNK) {
    const orders = Array.from({ length: Math.min(ORDERS_PER_CHUNK, count + 1 - from) }, (_, n) =>
      buildOrder(from + n, ids),
    )
    for (const statement of INSERTS) await pool.query(statement, [JSON.stringify(orders)])
  }
  await pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`)
}

/**
 * Closes its first months with the rules of that version, and books returns for some of their orders, which are
 * reversed in the first open month. Members were enrolled in January.
 */
export async function closeEarlierMonths(connection: Connection): Promise<void> {
  // The current close also reads corrections and pre-enrollment data, and writes payouts, which that version did not
  // have: the upgrade creates payouts from its cards.
  await connection.pool.query(`create table payouts (month text, member_id integer, amount_cents bigint);
    create table bonus_corrections (id integer, month text, member_id integer, bonus text, amount_cents bigint);
    alter table counted_orders add column before_enrolment boolean not null default false`)
  for (const monthName of ['2026-01', '2026-02', '2026-03'])
    requireOk(await closeWithDefaults(connection, month(monthName), { now: Date.parse('2026-12-01') }))
  await connection.pool.query('drop table payouts, bonus_corrections')
  const { rows } = await connection.pool.query<{ order_no: string }>(
    `select order_no from counted_orders where month = '2026-02' and member_id is not null order by id limit ${RETURNS}`,
  )
  for (const [n, { order_no: orderNo }] of rows.entries()) {
    const placedAt = new Date(Date.parse('2026-04-20T12:00:00Z') + n)
    const returned = { kind: 'return' as const, cvCents: 301, pv: 1 }
    requireOk(await inTransaction(connection.db, (trx) => takeBack(trx, { orderNo }, returned, placedAt)))
  }
  await connection.pool.query('alter table counted_orders drop column before_enrolment')
}

function requireOk(result: { ok: boolean }): void {
  if (!result.ok) throw new Error(`the earlier shop failed: ${JSON.stringify(result)}`)
}

const priceSql = (n: string) => `500 + (${n} * 137) % 9000`
const readIds = async (pool: pg.Pool, text: string) => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => id)

const FIRST_DAY = Date.parse('2026-02-01T17:00:00Z')
const DAYS = 270

/** Fate of an order, by its last digit. */
const OUTCOMES = [
  { status: 'completed', paid: true },
  { status: 'completed', paid: true },
  { status: 'completed', paid: true },
  { status: 'completed', paid: true },
  { status: 'completed', paid: true },
  { status: 'processing', paid: true },
  { status: 'processing', paid: false },
  { status: 'processing', paid: false },
  { status: 'canceled', paid: true },
  { status: 'canceled', paid: false },
]

function buildOrder(n: number, ids: { products: readonly number[]; users: readonly number[] }) {
  const { status, paid } = OUTCOMES[n % 10] as (typeof OUTCOMES)[number]
  const isDelivery = Math.floor(n / 10) % 2 === 0
  const lines = Array.from({ length: LINES }, (_, position) => {
    const product = 1 + ((n * 7 + position * 13) % PRODUCTS)
    const [quantity, unitPrice] = [1 + ((n + position) % 4), 500 + ((product * 137) % 9000)]
    return {
      position,
      product: ids.products[product - 1],
      quantity,
      unit: unitPrice,
      total: unitPrice * quantity,
      pv: 5 + (product % 20),
    }
  })
  const subTotal = lines.reduce((sum, { total }) => sum + total, 0)
  const pv = lines.reduce((sum, line) => sum + line.pv * line.quantity, 0)
  const shipping = isDelivery ? n % 2000 : 0
  const insurance = isDelivery ? insuranceCents(cents(subTotal)) : 0
  const [onGoods, onShipping] = [n % 3 > 0, isDelivery && n % 4 > 1]
  const base = (onGoods ? subTotal : 0) + (onShipping ? shipping + insurance : 0)
  const rate = 1_000 + (n % 9_000)
  const tax = taxOn(rate, cents(base))
  const placedAt = FIRST_DAY + (n % DAYS) * 86_400_000
  const dayAfter = (days: number) => new Date(placedAt + days * 86_400_000).toISOString()
  return {
    id: 200_000 + n,
    status,
    type: isDelivery ? 'D' : 'P',
    method: isDelivery ? 'ground' : null,
    payment: ['quickpay', 'check', 'card'][n % 3],
    user: n % 5 === 0 ? null : ids.users[n % ids.users.length],
    subTotal,
    shipping,
    insurance,
    tax,
    total: subTotal + shipping + insurance + tax,
    pv,
    placed: dayAfter(0),
    paid: paid ? dayAfter(1) : null,
    completed: status === 'completed' ? dayAfter(2) : null,
    canceled: status === 'canceled' ? dayAfter(3) : null,
    taxes: base > 0 ? [{ rate, onGoods, onShipping, base, tax }] : [],
    lines,
  }
}

const INPUT_ROWS = `json_to_recordset($1) as given (id int, status text, type text, method text, payment text, "user" int,
  "subTotal" bigint, shipping bigint, insurance bigint, tax bigint, total bigint, pv int, placed timestamptz,
  paid timestamptz, completed timestamptz, canceled timestamptz, taxes json, lines json)`

const INSERTS = [
  `insert into orders (id, status, type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
     insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method, shipping_description, payment_type, user_id,
     credited_user_id, created_at, paid_at, completed_at, canceled_at)
   overriding system value
   select id, status, type, 'Ann', 'Lee', 'ann@example.com', '1', "subTotal", shipping, insurance, tax, total, pv, "subTotal",
     method, '', payment, "user", "user", placed, paid, completed, canceled from ${INPUT_ROWS}`,
  `insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv,
     commissionable_bp, cv_cents)
   select id, position, product, 'Goods', quantity, unit, line.total, line.pv, 10000, line.total from ${INPUT_ROWS}
     cross join json_to_recordset(lines) as line (position int, product int, quantity int, unit int, total bigint, pv int)`,
  `insert into order_addresses (order_id, first_name, last_name, phone_number, address_1, city, state, zip)
   select id, 'Ann', 'Lee', '1', '1 Main Street', 'Newark', 'NJ', '07102' from ${INPUT_ROWS} where type = 'D'`,
  `insert into order_taxes (order_id, position, state, zip_prefix, milli_percent, on_goods, on_shipping, base_cents, tax_cents)
   select id, 0, 'NJ', '', rate, "onGoods", "onShipping", base, of.tax from ${INPUT_ROWS}
     cross join json_to_recordset(taxes) as of (rate int, "onGoods" bool, "onShipping" bool, base bigint, tax bigint)`,
  `insert into order_changes (order_id, change, changed_by, changed_at)
   select id, change, 'staff', at from ${INPUT_ROWS}
     cross join lateral (values ('placed', placed), ('paid', paid), ('completed', completed), ('canceled', canceled)) happened (change, at)
    where at is not null`,
  `with counted as (
     insert into counted_orders (order_no, order_id, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents,
       month_pv, remaining_cv_cents, remaining_pv)
     select id::text, id, "user", false, completed, to_char(completed at time zone 'America/New_York', 'YYYY-MM'), "subTotal", pv,
       "subTotal", pv, "subTotal", pv from ${INPUT_ROWS} where status = 'completed'
     returning id, order_no, member_id, month, pv, completed_at)
   insert into point_entries (user_id, cause, month, points, description, created_at, counted_order_id)
   select member_id, 'order', month, pv, 'Order #' || order_no, completed_at, id from counted where member_id is not null`,
]
