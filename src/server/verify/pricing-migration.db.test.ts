import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insuranceCents } from '#domain/checkout/insurance.ts'
import { cents } from '#domain/money.ts'
import { taxOn } from '#domain/order/tax.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openEmptyPostgres } from '#test/database.ts'
import { checkOrderSums } from './check-order-sums.ts'
import { findOrderFigures } from './order-checks.queries.ts'

const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
const ORDERS = 500
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salonfront-before-pricing-'))
  for (const file of await readdir(migrations)) {
    if (file < '0033') await cp(join(migrations, file), join(folder, file))
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Orders as the shop stored them before taxes were allocated; deterministic. */
function earlierOrders() {
  let state = 36
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  return Array.from({ length: ORDERS }, (_, i) => {
    const lines = Array.from({ length: 1 + random(7) }, (__, position) => {
      const [price_cents, quantity] = [random(20_000), 1 + random(9)]
      return { id: i + 1, position, price_cents, quantity, total: price_cents * quantity }
    })
    const subTotal = lines.reduce((sum, { total }) => sum + total, 0)
    const isDelivery = random(2) === 0
    const insurance = isDelivery ? insuranceCents(cents(subTotal)) : 0
    const shipping = isDelivery ? random(2000) : 0
    const [on_goods, on_shipping] = [random(5) > 0, isDelivery && random(2) === 0]
    const base = (on_goods ? subTotal : 0) + (on_shipping ? shipping + insurance : 0)
    const rate = random(12_000)
    const tax = taxOn(rate, cents(base))
    return {
      id: i + 1,
      type: isDelivery ? 'D' : 'P',
      subTotal,
      shipping,
      insurance,
      rate,
      on_goods,
      on_shipping,
      base,
      tax,
      lines,
    }
  })
}

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'taxes of earlier orders are allocated by the rule of new ones',
  async () => {
    const connection = await openEmptyPostgres()
    try {
      await migrate(connection, folder)
      const orders = earlierOrders()
      const { pool } = connection
      await pool.query(
        `insert into orders (id, type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
         insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_method, shipping_description, payment_type)
       overriding system value
       select id, type, 'Ann', 'Lee', 'ann@example.com', '1', "subTotal", shipping, insurance, tax,
         "subTotal" + shipping + insurance + tax, 0, "subTotal", case type when 'D' then 'ground' end, '', 'check'
       from json_to_recordset($1) as placed (id int, type text, "subTotal" bigint, shipping bigint, insurance bigint, tax bigint)`,
        [JSON.stringify(orders)],
      )
      await pool.query(
        `insert into order_lines (order_id, position, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp, cv_cents)
       select id, position, 'Jar', quantity, price_cents, total, 0, 10000, total
       from json_to_recordset($1) as line (id int, position int, quantity int, price_cents int, total bigint)`,
        [JSON.stringify(orders.flatMap(({ lines }) => lines))],
      )
      await pool.query(
        `insert into order_taxes (order_id, position, state, zip_prefix, milli_percent, on_goods, on_shipping, base_cents, tax_cents)
       select id, 0, 'NJ', '', rate, on_goods, on_shipping, base, tax
       from json_to_recordset($1) as tax (id int, rate int, on_goods bool, on_shipping bool, base bigint, tax bigint)
       where base > 0`,
        [JSON.stringify(orders)],
      )
      await migrate(connection)
      const migrated = await findOrderFigures(connection.db, 0, ORDERS)
      expect(migrated).toHaveLength(ORDERS)
      expect(migrated.flatMap(checkOrderSums)).toEqual([])
      expect(migrated.some(({ taxes }) => taxes.some((tax) => tax.shipping_tax_cents > 0))).toBe(true)
      await expect(pool.query('update order_taxes set shipping_tax_cents = 0')).rejects.toThrow('never changes')
    } finally {
      await connection.close()
    }
  },
)
