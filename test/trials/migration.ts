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
import { assertThat, log } from './trial-shop.ts'

const ORDERS = Number(process.env.ORDERS ?? 100_000)
const FIRST_NEW_MIGRATION = '0032'
const MAX_LISTED = 5

/**
 * Upgrades a shop from before the back office with many orders and closed months: each migration is timed, no total
 * changes, staff see every unrecorded refund, `verify` is clean; and a backup from before the upgrade is restored
 * with the same result.
 */
export async function migration(): Promise<void> {
  const before = await migrationsBefore(FIRST_NEW_MIGRATION)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-migration-'))
  const databases = await Promise.all(['upgraded', 'restored'].map((name) => makeDatabase(`salonfront_${name}`)))
  const [upgraded, restored] = databases.map(({ url }) => url) as [string, string]
  const config = { dataDir: folder, secret: 'a trial secret' }
  try {
    const connection = await openDatabase({ databaseUrl: upgraded, dataDir: folder, mode: 'join' })
    const file = join(folder, 'before.tar.gz')
    const totals = await logDuration('filled', async () => {
      await migrate(connection, before.folder)
      await fillEarlierShop(connection.pool, ORDERS)
      await connection.pool.query('analyze')
      await closeEarlierMonths(connection)
      return readInvariantTotals(connection.pool)
    })
    await logDuration('backup from before', () => makeBackup(connection, config, file, { withSecret: false }))
    let lastAppliedAt = performance.now()
    await migrate(connection, undefined, {
      onApplied(name) {
        const now = performance.now()
        log(`${name}: ${formatSeconds(now - lastAppliedAt)}`)
        lastAppliedAt = now
      },
    })
    const balances = await evaluateUpgrade('upgraded', connection, totals)
    for (const row of balances) log(JSON.stringify(row))
    await connection.close()

    const dataDir = join(folder, 'restored')
    const options = {
      config: { dataDir, databaseUrl: restored, secret: config.secret, erasedList: join(dataDir, 'erased.txt') },
      secretIsGiven: true,
    }
    const result = await logDuration('restored', () => restoreBackup(file, options))
    assertThat(result.ok, `the backup was not restored: ${JSON.stringify(result)}`)
    const restoredConnection = await openDatabase({ databaseUrl: restored, dataDir, mode: 'join' })
    deepStrictEqual(await evaluateUpgrade('restored', restoredConnection, totals), balances)
    await restoredConnection.close()
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()))
    await before.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function evaluateUpgrade(name: string, connection: Connection, totals: Record<string, unknown>) {
  deepStrictEqual(await readInvariantTotals(connection.pool), totals)
  const balances = await readBalances(connection.pool)
  assertThat(
    balances.every(({ as_ruled }) => as_ruled),
    `${name}: a balance violates the rules: ${JSON.stringify(balances)}`,
  )
  const { findings } = await logDuration(`${name}, verified`, () => verifyShop(connection.db, tmpdir()))
  assertThat(findings.length === 0, `${name}: ${findings.slice(0, MAX_LISTED).join(' ')}`)
  const unknownRefunds = await sumUnknownRefunds(connection.db)
  deepStrictEqual(unknownRefunds, sumCanceledPaid(totals))
  log(
    `${name}: ${ORDERS} orders, all totals unchanged, all balances as in the rules, ${unknownRefunds.orders} unrecorded refunds listed, no findings.`,
  )
  await cancelOrder(name, connection)
  return balances
}

/** Last, because it changes the totals. */
async function cancelOrder(name: string, connection: Connection): Promise<void> {
  const { ok, paid, remaining } = await cancelOrderOfClosedMonth(connection)
  assertThat(
    ok && paid > 0 && remaining === 0,
    `${name}: ${remaining} of ${paid} cents paid for a closed month remain after the cancellation`,
  )
}

async function logDuration<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  log(`${label}: ${formatSeconds(performance.now() - started)}`)
  return result
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
