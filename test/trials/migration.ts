import { deepStrictEqual } from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { verifyShop } from '#server/verify/verify-shop.ts'
import { closeEarlierMonths, fillEarlierShop, migrationsBefore } from '#test/earlier-shop.ts'
import {
  cancelOrderOfClosedMonth,
  readBalances,
  readInvariantTotals,
  sumCanceledPaid,
  sumUnknownRefunds,
} from '#test/upgraded-totals.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { require, say } from './shop-for-trial.ts'

const ORDERS = Number(process.env.ORDERS ?? 100_000)
const FIRST_NEW = '0032'
const SHOWN = 5

/**
 * Upgrades a shop from before the back office with many orders and closed months: each migration is timed, no total
 * changes, staff see every unrecorded refund, `verify` is clean; and a backup from before the upgrade is restored
 * with the same result.
 */
export async function migration(): Promise<void> {
  const before = await migrationsBefore(FIRST_NEW)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-migration-'))
  const databases = await Promise.all(['upgraded', 'restored'].map((name) => makeDatabase(`salonfront_${name}`)))
  const [upgraded, restored] = databases.map(({ url }) => url) as [string, string]
  const config = { dataDir: folder, secret: 'a trial secret' }
  try {
    const connection = await openDatabase({ databaseUrl: upgraded, dataDir: folder, mode: 'join' })
    const file = join(folder, 'before.tar.gz')
    const totals = await timed('filled', async () => {
      await migrate(connection, before.folder)
      await fillEarlierShop(connection.pool, ORDERS)
      await connection.pool.query('analyze')
      await closeEarlierMonths(connection)
      return readInvariantTotals(connection.pool)
    })
    await timed('backup from before', () => makeBackup(connection, config, file, { withSecret: false }))
    let last = performance.now()
    await migrate(connection, undefined, {
      onApplied(name) {
        const now = performance.now()
        say(`${name}: ${seconds(now - last)}`)
        last = now
      },
    })
    const balances = await evaluateHealth('upgraded', connection, totals)
    for (const row of balances) say(JSON.stringify(row))
    await connection.close()

    const dataDir = join(folder, 'restored')
    const options = {
      config: { dataDir, databaseUrl: restored, secret: config.secret, erasedList: join(dataDir, 'erased.txt') },
      secretIsGiven: true,
    }
    const back = await timed('restored', () => restoreBackup(file, options))
    require(back.ok, `the backup was not restored: ${JSON.stringify(back)}`)
    const again = await openDatabase({ databaseUrl: restored, dataDir, mode: 'join' })
    deepStrictEqual(await evaluateHealth('restored', again, totals), balances)
    await again.close()
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()))
    await before.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function evaluateHealth(name: string, connection: Connection, totals: Record<string, unknown>) {
  deepStrictEqual(await readInvariantTotals(connection.pool), totals)
  const balances = await readBalances(connection.pool)
  require(balances.every(
    ({ as_ruled }) => as_ruled,
  ), `${name}: a balance violates the rules: ${JSON.stringify(balances)}`)
  const { findings } = await timed(`${name}, verified`, () => verifyShop(connection.db, tmpdir()))
  require(findings.length === 0, `${name}: ${findings.slice(0, SHOWN).join(' ')}`)
  const unknown = await sumUnknownRefunds(connection.db)
  deepStrictEqual(unknown, sumCanceledPaid(totals))
  say(
    `${name}: ${ORDERS} orders, all totals unchanged, all balances as in the rules, ${unknown.orders} unrecorded refunds listed, no findings.`,
  )
  await cancelOne(name, connection)
  return balances
}

/** Last, because it changes the totals. */
async function cancelOne(name: string, connection: Connection): Promise<void> {
  const { ok, paid, remaining } = await cancelOrderOfClosedMonth(connection)
  require(ok &&
    paid > 0 &&
    remaining === 0, `${name}: ${remaining} of ${paid} cents paid for a closed month remain after the cancellation`)
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  say(`${what}: ${seconds(performance.now() - started)}`)
  return result
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
