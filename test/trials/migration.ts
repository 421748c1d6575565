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
  canceledAndPaid,
  cancelOfClosedMonth,
  keptTotals,
  openBalances,
  unknownRefunds,
} from '#test/upgraded-totals.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { require, say } from './shop-for-trial.ts'

const ORDERS = Number(process.env.ORDERS ?? 100_000)
const FIRST_NEW = '0032'
const SHOWN = 5

/**
 * A shop of before the back office with many orders and closed months is upgraded: each migration is timed, no sum
 * changes, staff are shown every refund that nobody knows of, `verify` is clean; and a backup from before the upgrade is restored and comes to the same.
 */
export async function migration(): Promise<void> {
  const before = await migrationsBefore(FIRST_NEW)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-migration-'))
  const databases = await Promise.all(['upgraded', 'restored'].map((name) => makeDatabase(`salonfront_${name}`)))
  const [upgraded, restored] = databases.map(({ url }) => url) as [string, string]
  const config = { dataDir: folder, secret: 'a secret of a trial' }
  try {
    const connection = await openDatabase({ databaseUrl: upgraded, dataDir: folder, mode: 'join' })
    const file = join(folder, 'before.tar.gz')
    const totals = await timed('filled', async () => {
      await migrate(connection, before.folder)
      await fillEarlierShop(connection.pool, ORDERS)
      await connection.pool.query('analyze')
      await closeEarlierMonths(connection)
      return keptTotals(connection.pool)
    })
    await timed('backup of before', () => makeBackup(connection, config, file, { withSecret: false }))
    let last = performance.now()
    await migrate(connection, undefined, {
      onApplied(name) {
        const now = performance.now()
        say(`${name}: ${seconds(now - last)}`)
        last = now
      },
    })
    const balances = await judge('upgraded', connection, totals)
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
    deepStrictEqual(await judge('restored', again, totals), balances)
    await again.close()
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()))
    await before.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function judge(name: string, connection: Connection, totals: Record<string, unknown>) {
  deepStrictEqual(await keptTotals(connection.pool), totals)
  const balances = await openBalances(connection.pool)
  require(balances.every(
    ({ as_ruled }) => as_ruled,
  ), `${name}: a balance is not the rule's: ${JSON.stringify(balances)}`)
  const { findings } = await timed(`${name}, verified`, () => verifyShop(connection.db, tmpdir()))
  require(findings.length === 0, `${name}: ${findings.slice(0, SHOWN).join(' ')}`)
  const unknown = await unknownRefunds(connection.db)
  deepStrictEqual(unknown, canceledAndPaid(totals))
  say(
    `${name}: ${ORDERS} orders, every sum as it was, every balance the rule's, ${unknown.orders} unknown refunds listed, nothing found.`,
  )
  await cancelOne(name, connection)
  return balances
}

/** Last, since it changes the sums. */
async function cancelOne(name: string, connection: Connection): Promise<void> {
  const { ok, paid, remaining } = await cancelOfClosedMonth(connection)
  require(ok &&
    paid > 0 &&
    remaining === 0, `${name}: of ${paid} cents of a closed month ${remaining} are left after canceling`)
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  say(`${what}: ${seconds(performance.now() - started)}`)
  return result
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
