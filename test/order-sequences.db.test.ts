import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { balanceOf, moneyOf, refundableOf } from '#domain/order/balance.ts'
import { type LiveNetwork, openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { listPoints } from '#server/compensation/points/list-points.ts'
import { pickUpOrder } from '#server/fulfillment/pick-up-order.ts'
import { changeOrder } from '#server/order/change-order.ts'
import { reinstateOrder } from '#server/order/reinstate-order.ts'
import { bookPayment } from '#server/payment/book-payment.ts'
import { correctPayment } from '#server/payment/correct-payment.ts'
import { readLedger } from '#server/payment/read-ledger.ts'
import { refundPayment } from '#server/payment/refund-payment.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { previewReturn } from '#server/return/preview-return.ts'
import { returnGoods } from '#server/return/return-goods.ts'
import { verifyShop } from '#server/verify/verify-shop.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { expectedOrder, type OrderEvent } from '#test/order-events.ts'
import { paymentShop } from '#test/payment-shop.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'

/** `npm run trial -- ledger` runs many. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 4)
const SEED = Number(process.env.SEED ?? 20_261_123)
const STEPS = 14
const PRICE = 1999
const PV = 7
const clerk = { kind: 'staff', staffId: 1, email: 'clerk@example.com', role: 'manager' } as const

const seeded = (seed: number) => {
  let state = seed >>> 0
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

databaseTest('whatever happens to an order', (connection) => {
  const jobs = jobsForSuite(connection)
  let network: LiveNetwork
  beforeAll(async () => {
    network = openLiveNetwork(connection(), (fault) => {
      throw fault
    })
    await connection().pool.query(`insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
      values ('NJ', '', 6625, true, false, '2020-01-01')`)
  })
  afterAll(() => network.close())
  const within = <Result>(verb: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(connection().db, verb)

  async function play(random: (below: number) => number) {
    const { db, pool } = connection()
    const user = await makeUser(db)
    const quantity = 1 + random(5)
    const product = await makeProduct(db, { stock: 9, pv: PV, priceCents: PRICE })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity }])
    const placed = await submit(db, jobs(), { userId: user.id, creditedUserId: user.id, cartOwner }, 0, {
      state: 'NJ',
      zip: '',
    })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const id = placed.orderId as OrderId
    const shop = paymentShop(jobs())
    const { rows } = await pool.query('select total_cents, tax_cents from orders where id = $1', [id])
    const order = { quantity, priceCents: PRICE, pv: PV, taxCents: rows[0].tax_cents as number, stock: 9 }
    const events: OrderEvent[] = []
    const ledger = () => readLedger(db, { id, total_cents: rows[0].total_cents })

    const deeds: (() => Promise<OrderEvent | undefined>)[] = [
      async () => {
        const open = balanceOf(moneyOf(await ledger()))
        const amountCents = cents(
          [1 + random(3000), Math.max(1, open), Math.max(1, open) + random(500)][random(3)] ?? 1,
        )
        const booked = await within((trx) =>
          bookPayment(trx, clerk, { orderId: id, amountCents, method: 'cash' }, shop),
        )
        return booked.ok ? { what: 'paid', payment: booked.paymentId, amountCents } : undefined
      },
      async () => {
        const payments = (await ledger()).payments.filter(({ kind }) => kind !== 'correction')
        const payment = payments[random(Math.max(1, payments.length))]
        if (!payment) return undefined
        const corrected = await within((trx) =>
          correctPayment(trx, clerk, { paymentId: payment.id, reason: 'It bounced.' }, shop),
        )
        return corrected.ok ? { what: 'corrected', payment: payment.id } : undefined
      },
      async () => {
        const { creditNotes, overpaymentCents } = refundableOf(await ledger())
        const note = creditNotes.find(({ refundableCents }) => refundableCents > 0)
        const most = note?.refundableCents ?? overpaymentCents
        if (most === 0) return undefined
        const amountCents = cents(1 + random(most))
        const of = note ? { creditNoteId: note.id } : ('overpayment' as const)
        const given = { orderId: id, amountCents, of, method: 'cash' as const, reason: 'Too much.' }
        const refunded = await within((trx) => refundPayment(trx, clerk, given, shop))
        return refunded.ok && refunded.passed
          ? { what: 'refunded', payment: refunded.paymentId, amountCents }
          : undefined
      },
      async () => {
        const lines = [{ position: 0, quantity: 1 + random(quantity) }]
        const taken = await within((trx) => pickUpOrder(trx, clerk, { orderId: id, lines, name: 'Ana Reyes' }, shop))
        return taken.ok ? { what: 'picked up', quantity: lines[0]?.quantity ?? 0 } : undefined
      },
      async () => {
        const done = await within((trx) =>
          changeOrder(trx, { id, change: 'completed', actor: clerk, clearing: 'now' }, shop),
        )
        return done.ok ? { what: 'completed' } : undefined
      },
      async () => {
        const restock = random(2) === 1
        const wanted = {
          orderId: id,
          lines: [{ position: 0, quantity: 1 + random(quantity), restock }],
          reason: 'Sent back.',
        }
        const previewed = await previewReturn({ db, network }, wanted, new Date())
        if (!previewed.ok) return undefined
        const services = { db, jobs: jobs(), network }
        const back = await returnGoods(services, clerk, { ...wanted, preview: previewed.preview.hash }, new Date())
        expect(back.ok).toBe(true)
        return { what: 'returned', quantity: wanted.lines[0]?.quantity ?? 0, restock }
      },
      async () => {
        if (random(3) > 0) return undefined
        const done = await within((trx) => changeOrder(trx, { id, change: 'canceled', actor: clerk }, shop))
        return done.ok ? { what: 'canceled' } : undefined
      },
      async () => {
        const done = await within((trx) => reinstateOrder(trx, clerk, { id, reason: 'Paid late.' }, shop))
        return done.ok ? { what: 'reinstated' } : undefined
      },
    ]
    for (let step = 0; step < STEPS; step++) {
      const event = await deeds[random(deeds.length)]?.()
      if (event) events.push(event)
      const found = await pool.query(
        `select status, payment_state, fulfillment_state,
           (select stock from products where id = $2) as stock,
           (select coalesce(sum(amount_cents), 0)::int from credit_notes where order_id = orders.id) as credited
           from orders where id = $1`,
        [id, product.id],
      )
      const balanceCents = balanceOf(moneyOf(await ledger())) as number
      const points = (await listPoints(db, user.id, 0)).total
      expect({ ...found.rows[0], balanceCents, points }, JSON.stringify(events)).toEqual(expectedOrder(order, events))
    }
    return events.length
  }

  it(`its money, states, stock, points and credit are those of a slow recomputation (${SEQUENCES} sequences)`, async () => {
    let happened = 0
    for (let n = 0; n < SEQUENCES; n++) {
      happened += await play(seeded(SEED + n * 7919))
      expect((await verifyShop(connection().db, tmpdir())).findings, `SEED=${SEED}, sequence ${n}`).toEqual([])
    }
    expect(happened).toBeGreaterThan(SEQUENCES * 3)
  }, 3_600_000)
})
