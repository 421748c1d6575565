import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../bench/support/server.ts'
import { assertThat } from './trial-shop.ts'

export type Postgres = Awaited<ReturnType<typeof createPostgres>>

/** A dedicated server for the trial with PostgreSQL's default durability: it waits for the disk. */
export async function createPostgres() {
  const bin = process.env.PG_BIN || execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  assertThat(
    existsSync(join(bin, 'initdb')),
    `no initdb in ${bin}: set PG_BIN to the folder with PostgreSQL's programs`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-postgres-'))
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = isRoot ? { uid: readId('-u'), gid: readId('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ReturnType<typeof spawn> | undefined

  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query<Row>(text, values).finally(() => client.end())
  }
  const kill = async () => {
    if (server?.pid === undefined) return
    const exit = new Promise((resolve) => server?.once('exit', resolve))
    // Kills the process group: the server and all its processes at the same moment.
    process.kill(-server.pid, 'SIGKILL')
    await exit
    server = undefined
  }
  return {
    url,
    port,
    folder,
    data,
    programs: bin,
    query,
    kill,
    async stop() {
      if (server?.pid === undefined) return
      const exit = new Promise((resolve) => server?.once('exit', resolve))
      server.kill('SIGINT')
      await exit
      server = undefined
    },
    async start() {
      const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
      server = spawn(join(bin, 'postgres'), options, { ...user, cwd: folder, detached: true, stdio: 'ignore' })
      while (!(await isListening(port))) await pause(50)
      for (;;) {
        try {
          await query('select 1')
          return
        } catch {
          // Still recovering.
          await pause(50)
        }
      }
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const finish = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
