import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyDataDir, type Engine, openEmptyPostgres } from '#test/database.ts'
import { waitFor } from '#test/wait.ts'
import { childrenOf } from '../../../bench/support/processes.ts'

const SERVER = new URL('../../../test/support/fill-shop-child.ts', import.meta.url).pathname
const HALF_FILLED = /^The demo shop was filled only in part, and is not opened\. .* start with DEMO=0 .*\.$/

/** Creates an empty database and starts servers on it. */
async function makeEmptyShop(engine: Engine) {
  const postgres = engine === 'postgres' ? await openEmptyPostgres() : undefined
  const dataDir = postgres ? mkdtempSync(join(tmpdir(), 'salonfront-filling-')) : await copyDataDir()
  const databaseUrl = postgres?.url
  const withConnection = async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
    const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join', durable: false })
    return work(connection).finally(connection.close)
  }
  const isHalfFilled = () =>
    withConnection(async ({ pool }) => {
      const { rows } = await pool.query(`select to_regclass('demo_seed_runs') is not null as there`)
      return rows[0].there && (await pool.query('select from demo_seed_runs')).rows.length > 0
    })
  return {
    dataDir,
    withConnection,
    /** Starts a server; `seeder` resolves to the process that fills the shop. */
    start() {
      const env = { ...process.env, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, DEMO: '1' }
      const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const stderr = text(server.stderr)
      const exited = once(server, 'exit')
      return {
        kill: () => server.kill('SIGKILL'),
        ended: async () => ({ code: (await exited)[0], stderr: await stderr }),
        seeder: () =>
          waitFor(() => {
            const [pid] = childrenOf(server.pid as number)
            if (pid === undefined) throw new Error('No process fills the shop.')
            return pid
          }),
      }
    },
    isHalfFilled: () => waitFor(async () => expect(await isHalfFilled()).toBe(true)),
    async remove() {
      await postgres?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const engines = ['embedded', ...(process.env.TEST_DATABASE_URL ? ['postgres'] : [])] as Engine[]

describe.each(engines)('demo shop (%s)', (engine) => {
  const withEmptyShop = (work: (shop: Awaited<ReturnType<typeof makeEmptyShop>>) => Promise<void>) => async () => {
    const shop = await makeEmptyShop(engine)
    await work(shop).finally(shop.remove)
  }

  // seed-demo-shop.db.test.ts covers the filling itself on both engines.
  it.runIf(engine === 'embedded')(
    'is filled completely by the next start if the filling process was killed before it wrote anything',
    withEmptyShop(async (shop) => {
      const first = shop.start()
      process.kill(await first.seeder(), 'SIGKILL')
      expect(await first.ended()).toEqual({
        code: 1,
        stderr: 'The process that fills the demo shop ended with SIGKILL, before anything was filled.',
      })
      expect(await shop.start().ended()).toEqual({ code: 0, stderr: '' })
      await shop.withConnection(async ({ db, pool }) => {
        expect((await pool.query('select from demo_seed_runs')).rows).toEqual([])
        expect((await pool.query(`select from orders where status = 'processing'`)).rows.length).toBeGreaterThan(0)
        expect((await verifyShop(db, shop.dataDir)).findings).toEqual([])
      })
    }),
  )

  it(
    'is not opened, by this or the next start, if the filling process was killed halfway',
    withEmptyShop(async (shop) => {
      const first = shop.start()
      const seeder = await first.seeder()
      await shop.isHalfFilled()
      process.kill(seeder, 'SIGKILL')
      for (const start of [first, shop.start()])
        expect(await start.ended()).toEqual({ code: 1, stderr: expect.stringMatching(HALF_FILLED) })
    }),
  )

  it(
    'is not filled further and not opened once the server is killed',
    withEmptyShop(async (shop) => {
      const first = shop.start()
      const seeder = await first.seeder()
      await shop.isHalfFilled()
      first.kill()
      await first.ended()
      await waitFor(() => expect(isRunning(seeder)).toBe(false))
      expect(await shop.start().ended()).toEqual({ code: 1, stderr: expect.stringMatching(HALF_FILLED) })
    }),
  )
})
