import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../bench/support/server.ts'
import { require } from './shop-for-trial.ts'

export type Postgres = Awaited<ReturnType<typeof makePostgres>>

/** A dedicated server for the trial with PostgreSQL's default durability: it waits for the disk. */
export async function makePostgres() {
  const bin = process.env.PG_BIN || execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  require(existsSync(join(bin, 'initdb')), `no initdb in ${bin}: set PG_BIN to the folder with PostgreSQL's programs`)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-postgres-'))
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ReturnType<typeof spawn> | undefined

  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query<Row>(text, values).finally(() => client.end())
  }
  const kill = async () => {
    if (running?.pid === undefined) return
    const ended = new Promise((resolve) => running?.once('exit', resolve))
    // Kills the process group: the server and all its processes at the same moment.
    process.kill(-running.pid, 'SIGKILL')
    await ended
    running = undefined
  }
  return {
    url,
    port,
    folder,
    data,
    programs: bin,
    ask,
    kill,
    async stop() {
      if (running?.pid === undefined) return
      const ended = new Promise((resolve) => running?.once('exit', resolve))
      running.kill('SIGINT')
      await ended
      running = undefined
    },
    async start() {
      const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
      running = spawn(join(bin, 'postgres'), options, { ...as, cwd: folder, detached: true, stdio: 'ignore' })
      while (!(await accepts(port))) await pause(50)
      for (;;) {
        try {
          await ask('select 1')
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

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
