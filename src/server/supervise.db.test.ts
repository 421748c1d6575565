import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresTest } from '#test/database.ts'
import { waitForBlocked } from '#test/wait.ts'
import { SEED_LOCK } from './demo/fill-empty-shop.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

postgresTest('a shop during startup', (database) => {
  let dataDir = ''
  let filler: pg.Client
  let starting: ChildProcessByStdio<null, Readable, null>
  let ended: Promise<unknown[]>

  // Startup waits for the process that is seeding the shop.
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'salonfront-supervise-'))
    filler = new pg.Client({ connectionString: database().url })
    await filler.connect()
    await filler.query('delete from products')
    await filler.query('select pg_advisory_lock($1)', [SEED_LOCK])
    const env = { ...process.env, ROLE: 'worker', DATABASE_URL: database().url, DATA_DIR: dataDir, DEMO: '1' }
    starting = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    ended = once(starting, 'exit')
    await waitForBlocked(filler)
  })

  afterEach(async () => {
    starting.kill('SIGKILL')
    await filler.end()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const finishSeeding = async () => {
    await filler.query(`insert into products (handle, name, price_cents, pv) values ('foils', 'Foils', 500, 3)`)
    await filler.query('select pg_advisory_unlock($1)', [SEED_LOCK])
  }

  it('is not ended by a restart signal', async () => {
    starting.kill('SIGUSR2')
    await finishSeeding()
    const announcement = once(starting.stdout, 'data').then(([line]) => `${line}`)
    expect(await Promise.race([announcement, ended])).toMatch(/\n$/)
    starting.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it('closes everything it has opened when it is stopped, without output', async () => {
    const output = text(starting.stdout)
    starting.kill('SIGTERM')
    await finishSeeding()
    expect(await ended).toEqual([0, null])
    expect(await output).toBe('')
  })
})
