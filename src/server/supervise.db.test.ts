import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { postgresTest } from '#test/database.ts'
import { SEED_LOCK } from './demo/fill-empty-shop.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

postgresTest('a signal to start anew', (database) => {
  it('does not end a shop that is only being started', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-supervise-'))
    // A start waits for whoever fills the shop.
    const filler = new pg.Client({ connectionString: database().url })
    await filler.connect()
    await filler.query('select pg_advisory_lock($1)', [SEED_LOCK])
    const env = { ...process.env, ROLE: 'worker', DATABASE_URL: database().url, DATA_DIR: dataDir, DEMO: '1' }
    const starting = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(starting, 'exit')
    try {
      await vi.waitFor(
        async () => {
          const { rows } = await filler.query(`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`)
          expect(rows).toHaveLength(1)
        },
        { timeout: 20_000 },
      )
      starting.kill('SIGUSR2')
      await filler.query(`insert into products (handle, name, price_cents, pv) values ('foils', 'Foils', 500, 3)`)
      await filler.query('select pg_advisory_unlock($1)', [SEED_LOCK])
      const there = once(starting.stdout, 'data').then(([line]) => `${line}`)
      expect(await Promise.race([there, ended])).toMatch(/\n$/)
      starting.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      starting.kill('SIGKILL')
      await filler.end()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
