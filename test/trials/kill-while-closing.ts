import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { month } from '#domain/month.ts'
import { writeMonthFiles } from '#server/compensation/files/month-files.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { plantMonths } from '../support/planted-months.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const march = month('2026-03')
const NETWORK = { members: 5_000, ordersAMonth: 15_000, months: [march, month('2026-04')] }
/** Longer than a close of that network takes. */
const LONGEST_MS = 6_000

/**
 * The command line is killed at random moments while it closes a month. Afterwards the month is open, or closed with the
 * figures that were previewed; the next close goes through, whatever the killed ones left behind.
 */
export async function killWhileClosing(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const { environment } = trial
  const filesOf = (connection: Connection) => readFiles(connection, join(environment.DATA_DIR, 'months'))
  try {
    const expected = await onDatabase(environment, async (connection) => {
      await plantMonths(connection, NETWORK)
      return filesOf(connection)
    })
    let [killed, finished, leftovers] = [0, 0, 0]
    while (killed < KILLS) {
      const child = spawn(process.execPath, ['src/server/shop.ts', 'month', 'close', march], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const ended = await endedWithin(child, Math.random() * LONGEST_MS)
      if (!ended) killed++
      await onDatabase(environment, async (connection) => {
        const { rows } = await connection.pool.query(
          `select closed_at is not null as closed, exists (select 1 from bonus_lines) as written from months where month = $1`,
          [march],
        )
        const closed = rows[0]?.closed === true
        require(!ended || closed, 'a close ended without closing')
        if (!closed) {
          if (rows[0]?.written) leftovers++
          return
        }
        finished++
        require((await filesOf(connection)) === expected, 'a closed month is not what was previewed')
        await plantMonths(connection, NETWORK)
      })
      if (killed > 0 && killed % 10 === 0)
        say(`${killed} kills, ${finished} closed, ${leftovers} left something behind`)
    }
    await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'month', 'close', march], {
      env: { ...process.env, ...environment },
    })
    await onDatabase(environment, async (connection) => {
      require((await filesOf(connection)) === expected, 'the last close is not what was previewed')
    })
    say(`${killed} kills, ${finished} closed before, ${leftovers} left something behind; the last close went through.`)
    const verify = await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'verify'], {
      env: { ...process.env, ...environment },
    })
    say(verify.stdout.trim())
  } finally {
    await trial.remove()
  }
}

async function endedWithin(child: ChildProcess, ms: number): Promise<boolean> {
  const exited = once(child, 'exit')
  await Promise.race([exited, pause(ms)])
  const ended = child.exitCode !== null
  if (!ended) child.kill('SIGKILL')
  await exited
  return ended
}

async function readFiles(connection: Connection, folder: string): Promise<string> {
  await writeMonthFiles(connection, march, folder)
  const [cards, lines] = await Promise.all(
    ['cards.csv', 'lines.csv'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return `${cards}${(lines ?? '').split('\n').sort().join('\n')}`
}

async function onDatabase<Result>(
  environment: { DATABASE_URL: string; DATA_DIR: string },
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = environment
  // Closed before each command: on the embedded engine the command is to own the engine, and die with it.
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  try {
    await migrate(connection)
    return await work(connection)
  } finally {
    await connection.close()
  }
}
