import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Engine, openEmptyPostgres } from '#test/database.ts'
import { closeEarlierMonths, fillEarlierShop, migrationsBefore } from '#test/earlier-shop.ts'
import {
  cancelOrderOfClosedMonth,
  readBalances,
  readInvariantTotals,
  sumCanceledPaid,
  sumUnknownRefunds,
} from '#test/upgraded-totals.ts'
import { verifyShop } from './verify-shop.ts'

const ORDERS = 120
const each = ORDERS / 10
/** Open orders paid by transfer or check; those by card have no due date. */
const dueOrders = 16
const engines: Engine[] = process.env.TEST_DATABASE_URL ? ['embedded', 'postgres'] : ['embedded']

async function openEmpty(engine: Engine) {
  if (engine === 'postgres') return openEmptyPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-upgraded-'))
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  return { ...connection, close: () => connection.close().then(() => rm(dataDir, { recursive: true })) }
}

test.each(engines)(
  'earlier orders get payments, cancellations, shipments and due dates, while closed months and totals do not change (%s)',
  async (engine) => {
    const before = await migrationsBefore('0032')
    const connection = await openEmpty(engine)
    try {
      await migrate(connection, before.folder)
      await fillEarlierShop(connection.pool, ORDERS)
      await closeEarlierMonths(connection)
      const totals = await readInvariantTotals(connection.pool)
      await migrate(connection)
      expect(await readInvariantTotals(connection.pool)).toEqual(totals)
      const row = (
        status: string,
        paid: boolean,
        payment_state: string,
        orders: number,
        fulfillment: string[],
        due = 0,
      ) => ({
        status,
        paid,
        payment_state,
        as_ruled: true,
        fulfillment,
        due,
        orders,
      })
      expect(await readBalances(connection.pool)).toEqual([
        row('canceled', true, 'overpaid', each, ['unfulfilled']),
        row('canceled', false, 'unpaid', each, ['unfulfilled']),
        row('completed', true, 'paid', each * 5, ['picked_up', 'shipped']),
        row('processing', true, 'paid', each, ['unfulfilled']),
        row('processing', false, 'unpaid', each * 2, ['unfulfilled'], dueOrders),
      ])
      expect(await sumUnknownRefunds(connection.db)).toEqual(sumCanceledPaid(totals))
      expect(sumCanceledPaid(totals).orders).toBe(each)
      expect((await verifyShop(connection.db, tmpdir())).findings).toEqual([])

      const canceled = await cancelOrderOfClosedMonth(connection)
      expect(canceled).toEqual({ ok: true, paid: expect.any(Number), remaining: 0 })
      expect(canceled.paid).toBeGreaterThan(0)
      expect((await verifyShop(connection.db, tmpdir())).findings).toEqual([])
    } finally {
      await connection.close()
      await before.remove()
    }
  },
)
