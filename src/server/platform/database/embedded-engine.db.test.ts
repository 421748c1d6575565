import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyDataDir, startChild } from '#test/database.ts'
import { openDatabase } from './connect.ts'
import type { Connection } from './connection.ts'
import { serveSession } from './embedded-socket.ts'

// Engines are started and killed here, which can take a while on a busy machine.

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function createDataDir(): Promise<string> {
  const dataDir = await copyDataDir()
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function open(dataDir: string, mode: 'serve' | 'join', onEngineLost?: (error: Error) => void) {
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, mode, onEngineLost })
  cleanups.push(() => connection.close())
  return connection
}

async function settingKeys({ db }: Connection): Promise<string[]> {
  return (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)
}

describe('a shop and a command on one engine', () => {
  let dataDir = ''
  let shop: Connection
  beforeAll(async () => {
    dataDir = await copyDataDir()
    shop = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve' })
  })
  afterAll(async () => {
    await shop.close()
    await rm(dataDir, { recursive: true })
  })

  test('a command joins the running shop and gets its turn between transactions', async () => {
    const command = await open(dataDir, 'join')
    let commandDone = false

    await shop.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ key: 'from shop', value: '' }).execute()
      const waiting = command.db.insertInto('settings').values({ key: 'from command', value: '' }).execute()
      void waiting.then(() => {
        commandDone = true
      })
      await trx.selectFrom('settings').selectAll().execute()
      await pause(50)
      expect(commandDone).toBe(false)
    })

    expect(await settingKeys(command)).toEqual(['from command', 'from shop'])
    await command.close()
    expect(await settingKeys(shop)).toEqual(['from command', 'from shop'])
  })

  test('fragmented statements never receive another connection’s rows', async () => {
    const command = await open(dataDir, 'join')
    const long = 'x'.repeat(400_000)

    const sendLongQueries = async () => {
      for (let i = 0; i < 30; i++) {
        const { rows } = await command.pool.query('select $1::int + 0 * length($2::text) as result', [i, long])
        expect(rows).toEqual([{ result: i }])
      }
    }
    const sendShortQueries = async () => {
      for (let i = 0; i < 300; i++) {
        const { rows } = await shop.pool.query('select -$1::int as result', [i])
        expect(rows).toEqual([{ result: i === 0 ? 0 : -i }])
      }
    }
    await Promise.all([sendLongQueries(), sendShortQueries()])
  })

  test('a command killed inside its transaction leaves nothing behind and does not block others', async () => {
    for (let kill = 0; kill < 3; kill++) {
      const command = startChild('transaction', dataDir)
      expect(await command.nextLine()).toBe('inside')
      const keys = settingKeys(shop)
      await command.kill()
      expect(await keys).not.toContain('unfinished')
    }
  })
})

test('a command stopped inside its transaction loses it, and the others continue', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-socket-'))
  const engine = await PGlite.create()
  const errors: unknown[] = []
  const socketPath = join(folder, '.s.PGSQL.5432')
  const session = await serveSession({ engine, socketPath, idleTransactionMs: 100, onError: (f) => errors.push(f) })
  cleanups.push(async () => {
    await session.close()
    await engine.close()
    await rm(folder, { recursive: true })
  })
  const connect = async () => {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    await client.connect()
    return client
  }
  const [first, second] = [await connect(), await connect()]
  const cut = once(first, 'error')
  // The client may report the server's message and the closed connection one after the other.
  first.on('error', () => {})
  await first.query('create table things (id int)')
  await first.query('begin')
  await first.query('insert into things values (1)')
  // An error inside the transaction must not prevent its rollback either.
  await expect(first.query('select $1::int', ['no number'])).rejects.toThrow()

  expect((await second.query('select count(*)::int as count from things')).rows).toEqual([{ count: 0 }])
  await cut
  await second.end()
  expect(errors).toEqual([])
})

test('an engine that dies is reported, and its queries fail instead of waiting', async () => {
  const dataDir = await createDataDir()
  let report: (error: Error) => void = () => {}
  const lost = new Promise<Error>((resolve) => {
    report = resolve
  })
  const shop = await openDatabase({ databaseUrl: undefined, dataDir, mode: 'serve', onEngineLost: report })
  // The engine cannot receive COPY from a client, so it exits.
  await expect(shop.pool.query('copy states from stdin')).rejects.toThrow()
  expect((await lost).message).toBe('The embedded database engine ended unexpectedly.')
  await expect(shop.pool.query('select 1')).rejects.toThrow()
  await expect(shop.close()).rejects.toThrow()

  const next = await open(dataDir, 'serve')
  expect((await next.pool.query('select count(*)::int as count from states')).rows[0].count).toBeGreaterThan(50)
})

test('acknowledged data survives killing the server during a write', async () => {
  const dataDir = await createDataDir()
  const setup = await open(dataDir, 'serve')
  await setup.pool.query('create table written (id int generated always as identity primary key)')
  await setup.close()

  const acknowledged: number[] = []
  for (let kill = 0; kill < 5; kill++) {
    const server = startChild('write', dataDir)
    // Counted, not timed: a busy machine writes as many, only later.
    while (server.lines.length < 25) await pause(5)
    await pause(kill * 10)
    await server.kill()
    acknowledged.push(...server.lines.map(Number))
  }

  const after = await open(dataDir, 'join')
  const { rows } = await after.pool.query('select array_agg(id) as ids from written')
  const storedIds = new Set(rows[0].ids)
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(100)
})

test('a first start killed while creating the database is completed by the next one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-first-'))
  cleanups.push(() => rm(dataDir, { recursive: true }))
  // Starts an engine that has no database to copy.
  const first = startChild('serve', dataDir, { emptyEngines: join(dataDir, 'none') })
  while (!existsSync(join(dataDir, 'pgdata.new'))) await pause(20)
  await pause(200)
  await first.kill()

  const second = await open(dataDir, 'serve')
  expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a data directory with a long path is served through a short socket path', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'salonfront-deep-'))
  cleanups.push(() => rm(parent, { recursive: true }))
  const dataDir = join(parent, 'a-folder-name-of-some-length/'.repeat(4))
  const shop = await open(dataDir, 'serve')
  const command = await open(dataDir, 'join')
  expect((await command.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await command.close()
  await shop.close()
})
