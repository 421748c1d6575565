import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { monthOf, nextMonth } from '#domain/calendar/month.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import { openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { COUNTER, type SoldOrder, TAXES } from '#test/agreed-order.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest, openTestDatabase } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { expectedOrder, type OrderEvent } from '#test/order-events.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { addressAt, type OrderServices, operationsOn, type SimulatedOrder } from '#test/order-operations.ts'
import {
  type Random,
  randomGoods,
  randomLines,
  randomShipping,
  SHELF_COUNT,
  seededRandom,
} from '#test/random-orders.ts'
import { fillCart, submit } from '#test/shop.ts'

/** `npm run trial -- ledger` runs many. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 4)
const SEED = Number(process.env.SEED ?? 777)
/** Number of orders per shop, whose month is closed once. */
const ORDERS_PER_SHOP = 10
const STEPS_BEFORE_CLOSE = 14
const STEPS_AFTER_CLOSE = 7
const FORTY_DAYS_MS = 40 * 86_400_000

databaseTest('after any sequence of events on an order', (_, engine) => {
  it(`its money, states, stock, points, bonuses and credit match a reference computation (${SEQUENCES} sequences)`, async () => {
    const eventCounts = new Map<OrderEvent['type'], number>()
    for (let first = 0; first < SEQUENCES; first += ORDERS_PER_SHOP) {
      const orders = await simulateShop(first, Math.min(SEQUENCES, first + ORDERS_PER_SHOP))
      for (const { type } of orders.flatMap(({ events }) => events))
        eventCounts.set(type, (eventCounts.get(type) ?? 0) + 1)
    }
    if (SEQUENCES > 100) {
      process.stdout.write(`${engine}: ${[...eventCounts].map(([what, count]) => `${count} ${what}`).join(', ')}\n`)
      expect(eventCounts.size).toBe(14)
    }
  }, 3_600_000)

  async function simulateShop(from: number, to: number): Promise<SimulatedOrder[]> {
    const connection = await openTestDatabase(engine)
    const rethrow = (error: unknown) => {
      throw error
    }
    const jobs = await startJobs(connection, rethrow)
    const network = openLiveNetwork(connection, rethrow)
    const services: OrderServices = { connection, jobs, network }
    try {
      for (const rate of TAXES) {
        await connection.pool.query(
          `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
           values ($1, $2, $3, $4, $5, '2020-01-01')`,
          [...rate],
        )
      }
      const simulated: [SimulatedOrder, Random, number][] = []
      for (let n = from; n < to; n++) {
        const random = seededRandom(SEED + n * 7919)
        const order = await placeRandomOrder(services, random)
        await performRandomActions(services, order, random, STEPS_BEFORE_CLOSE)
        await expectNoFindings(services, n)
        simulated.push([order, random, n])
      }
      const month = monthOf(Date.now())
      const closed = await closeWithDefaults(connection, month, { now: Date.now() + FORTY_DAYS_MS })
      expect(closed.ok).toBe(true)
      for (const [order, random, n] of simulated) {
        order.events.push({ type: 'month_closed' })
        order.isMonthClosed = true
        await compare(services, order)
        await performRandomActions(services, order, random, STEPS_AFTER_CLOSE)
        await expectNoFindings(services, n)
      }
      return simulated.map(([order]) => order)
    } finally {
      await network.close()
      await jobs.stop()
      await connection.close()
    }
  }

  async function expectNoFindings({ connection }: OrderServices, n: number) {
    expect((await verifyShop(connection.db, tmpdir())).findings, `SEED=${SEED}, sequence ${n}`).toEqual([])
  }

  async function placeRandomOrder({ connection, jobs }: OrderServices, random: Random): Promise<SimulatedOrder> {
    const { db, pool } = connection
    const { shelves, goods } = randomGoods(random)
    const productIds: ProductId[] = []
    for (const [n, good] of goods.entries()) {
      const contents = good.unitsPerShelf.flatMap((quantity, shelf) =>
        quantity > 0 ? [{ productId: productIds[shelf] as ProductId, quantity }] : [],
      )
      const { id } = await makeProduct(db, {
        priceCents: good.priceCents,
        pv: good.unitPv,
        commissionableBp: good.commissionableBp,
        ...(n < SHELF_COUNT ? { stock: shelves[n] ?? 0 } : { contents }),
      })
      if (good.taxExempt) await pool.query('update products set tax_exempt = true where id = $1', [id])
      productIds.push(id)
    }
    const [sponsor, member] = [await makeUser(db), await makeUser(db)]
    await pool.query('update sponsorships set sponsor_id = $1 where member_id = $2', [sponsor.id, member.id])
    const isReseller = random(2) === 0
    if (isReseller) {
      await pool.query(
        `insert into resale_certificates (user_id, state, number, expires_on, created_by, approved_at, approved_by)
         values ($1, 'NJ', '1', '2099-12-31', 'test', now(), 'test')`,
        [member.id],
      )
    }
    const cartLines = randomLines(random, goods.length)
    const cartOwner = await fillCart(
      db,
      cartLines.map(({ good, quantity }) => ({ id: productIds[good] as number, quantity })),
    )
    const shipping = randomShipping(random)
    const form =
      shipping.destination === undefined
        ? pickupForm
        : {
            ...deliveryForm,
            shipping: { address_id: 0, ...addressAt(shipping.destination) },
            shipping_method: shipping.method,
          }
    const placement = { userId: member.id, creditedUserId: member.id, cartOwner, form }
    const result = await submit(db, jobs, placement, 0, COUNTER)
    if (!result.ok) throw new Error(result.refusal.code)
    const id = result.orderId as OrderId
    const lines = await pool.query('select product_id from order_lines where order_id = $1 order by position', [id])
    const ordered: SoldOrder = {
      ...shipping,
      isReseller,
      discount: undefined,
      lines: lines.rows.map(({ product_id }) => {
        const good = productIds.indexOf(product_id)
        const quantity = cartLines.find((line) => line.good === good)?.quantity ?? 0
        return { ...(goods[good] as (typeof goods)[number]), quantity }
      }),
    }
    const products = productIds.slice(0, SHELF_COUNT)
    return {
      id,
      memberId: member.id,
      sponsorId: sponsor.id,
      products,
      ordered,
      sold: ordered,
      shelves,
      events: [],
      isMonthClosed: false,
    }
  }

  async function performRandomActions(services: OrderServices, order: SimulatedOrder, random: Random, steps: number) {
    const { actions } = operationsOn(services, order, random)
    await compare(services, order)
    for (let step = 0; step < steps; step++) {
      const event = await actions[random(actions.length)]?.()
      if (event) order.events.push(event)
      await compare(services, order)
    }
  }

  async function compare(services: OrderServices, order: SimulatedOrder) {
    const { pool } = services.connection
    const { loadLedger } = operationsOn(services, order, () => 0)
    const month = monthOf(Date.now())
    const { rows } = await pool.query(
      `select status, total_cents as total, tax_cents as tax, shipping_price_cents as shipping, payment_state, fulfillment_state,
         (select coalesce(sum(amount_cents), 0)::int from payments where order_id = orders.id and kind = 'received' and method = 'check'
             and id not in (select payment_id from payment_clearances)
             and id not in (select corrects_id from payments where corrects_id is not null)) as waiting,
         (select array_agg(stock order by id) from products where id = any($2)) as stock,
         (select json_build_object('goods', coalesce(sum(goods_cents), 0), 'discount', coalesce(sum(discount_cents), 0),
             'shipping', coalesce(sum(shipping_cents), 0), 'insurance', coalesce(sum(insurance_cents), 0),
             'tax', coalesce(sum(tax_cents), 0))
            from credit_notes where order_id = orders.id) as credited,
         (select count(number)::int from credit_notes where order_id = orders.id) as numbers,
         (select count(*)::int = coalesce(max(number), 0) - coalesce(min(number), 1) + 1 from credit_notes where number is not null) as "noGaps",
         array(select coalesce(sum(points), 0)::int from unnest($3::text[]) with ordinality as given (at, nth)
           left join point_entries on month = at and user_id = $4 group by nth order by nth) as points
       from orders where id = $1`,
      [order.id, order.products, [month, nextMonth(month)], order.memberId],
    )
    const { noGaps, ...actual } = rows[0]
    expect(noGaps).toBe(true)
    const balanceCents = balanceOf(moneyOf(await loadLedger())) as number
    const { bonuses, ...expected } = expectedOrder(order.ordered, order.shelves, order.events)
    const context = JSON.stringify({ SEED, order: order.ordered, events: order.events })
    expect({ ...actual, balanceCents }, context).toEqual(expected)
    if (!order.isMonthClosed) return
    for (const payee of [order.memberId, order.sponsorId]) {
      const paid = await pool.query(
        `select array(select coalesce(sum(amount_cents), 0)::int from unnest($1::text[]) with ordinality as given (at, nth)
           left join bonus_lines on month = at and payee_id = $2 group by nth order by nth) as bonuses`,
        [[month, nextMonth(month)], payee],
      )
      expect(paid.rows[0].bonuses, context).toEqual(bonuses)
    }
  }
})
