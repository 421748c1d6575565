import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { createPaymentServices } from '../support/payment-services.ts'

const WRITERS = 200
export const BOOKINGS_PER_WRITER = 10
/** Both kinds swap their order each round, so that neither always gets the longer ledgers. */
const ROUNDS = 6
const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

/**
 * 200 concurrent writers, each booking payments on its own order, with and without the audit log: returns the
 * ratio of the first rate to the second, as the median of the rounds.
 */
export async function compareWriters(connection: Connection) {
  const orders = await createOrders(connection)
  const lines: string[] = []
  const ratios: number[] = []
  let booked = 0
  await bookAll(connection, orders, (trx) => trx)
  booked += WRITERS * BOOKINGS_PER_WRITER
  for (let round = 0; round < ROUNDS; round++) {
    const rates = { with: 0, without: 0 }
    for (const variant of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      rates[variant] = await bookAll(connection, orders, variant === 'with' ? (trx) => trx : withoutAudit)
      if (variant === 'with') booked += WRITERS * BOOKINGS_PER_WRITER
    }
    ratios.push(rates.with / rates.without)
    lines.push(`${WRITERS} writers: ${rates.with.toFixed(0)} bookings per second, ${rates.without.toFixed(0)} without`)
  }
  ratios.sort((a, b) => a - b)
  const middleRatios = ratios.slice(ROUNDS / 2 - 1, ROUNDS / 2 + 1)
  return { rate: middleRatios.reduce((sum, ratio) => sum + ratio, 0) / middleRatios.length, booked, lines }
}

/** Bookings per second. */
async function bookAll({ db }: Connection, orders: readonly number[], wrap: (trx: Transaction) => Transaction) {
  const started = performance.now()
  await Promise.all(
    orders.map(async (orderId) => {
      for (let n = 0; n < BOOKINGS_PER_WRITER; n++) {
        const payment = { orderId, amountCents: cents(1), method: 'cash' as const }
        const result = await inTransaction(db, (trx) =>
          bookPayment(wrap(trx), clerk, payment, createPaymentServices(noJobs)),
        )
        if (!result.ok) throw new Error(result.refusal.code)
      }
    }),
  )
  return (orders.length * BOOKINGS_PER_WRITER * 1000) / (performance.now() - started)
}

/** Sends no email in either kind of round. */
const noJobs = { queue: async () => {} } as unknown as Jobs

/** The transaction without the statements of the audit log, which are not sent at all. */
const withoutAudit = (trx: Transaction): Transaction =>
  new Proxy(trx, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (key !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value
      // In the form that `prepared` sends.
      return (query: { sql: string }, ...rest: unknown[]) =>
        query.sql.includes('insert into audit_entries')
          ? Promise.resolve({ rows: [{ id: 0 }] })
          : value.call(target, query, ...rest)
    },
  })

async function createOrders({ pool }: Connection): Promise<number[]> {
  const { rows } = await pool.query(
    `with made as (
       insert into orders (type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents, insurance_cents,
         tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
       select 'P', 'Ann', 'Lee', 'ann@example.com', '1', 100000, 0, 0, 0, 100000, 0, 0, 'Pickup', 'check'
         from generate_series(1, $1::int) returning id),
     lines as (
       insert into order_lines (order_id, position, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp, cv_cents)
       select id, 0, 'Goods', 1, 100000, 100000, 0, 0, 0 from made),
     changes as (insert into order_changes (order_id, change, changed_by) select id, 'placed', 'customer' from made)
     select id from made`,
    [WRITERS],
  )
  return rows.map(({ id }) => id)
}
