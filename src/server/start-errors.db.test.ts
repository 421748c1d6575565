import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { postgresTest } from '#test/database.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

postgresTest('a shop that cannot start reports why in one sentence', (database) => {
  const start = async (env: NodeJS.ProcessEnv) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-start-'))
    const common = { DATABASE_URL: database().url, DATA_DIR: dataDir, DEMO: '0', ROLE: 'worker' }
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...common, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    await rm(dataDir, { recursive: true })
    return { code, stderr }
  }

  it('its database is missing', async () => {
    const url = new URL(database().url)
    url.pathname = '/not_there'
    expect(await start({ DATABASE_URL: url.href })).toEqual({
      code: 1,
      stderr: 'PostgreSQL does not have the database of DATABASE_URL: database "not_there" does not exist.\n',
    })
  })

  it.each(['1', '2'])('its port is taken, before an empty shop is seeded, with %s', async (WEB_CONCURRENCY) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const PORT = String((other.address() as AddressInfo).port)
    expect(await start({ ROLE: '', DEMO: '', HOST: '127.0.0.1', PORT, WEB_CONCURRENCY })).toEqual({
      code: 1,
      stderr: `Port ${PORT} of 127.0.0.1 is taken by another program. Stop it first, or choose another PORT.\n`,
    })
    expect((await database().pool.query('select from products')).rowCount).toBe(0)
    other.close()
  })

  it('its database belongs to a release that cannot be upgraded', async () => {
    await database().pool.query(`insert into schema_migrations (name, checksum) values ('9999_newer', '')`)
    expect(await start({})).toEqual({
      code: 1,
      stderr: 'The database has the migration 9999_newer, which this version of the shop does not know.\n',
    })
  })
})
