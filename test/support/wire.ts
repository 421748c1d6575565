import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { appForSuite, type TestApp } from './app.ts'
import { postgresTest } from './database.ts'

type Wire = Awaited<ReturnType<typeof makeWire>>
type WiredConnection = {
  /** Connects directly, bypassing the proxy. */
  database: () => Connection
  wire: () => Wire
  connection: () => Connection
  /** The application that connects through the proxy. */
  suite: () => TestApp
}

/** Tests of a shop that reaches PostgreSQL through a proxy. */
export function wiredTest(
  name: string,
  { env = {}, poolSize }: { env?: Record<string, string>; poolSize?: number },
  define: (wired: WiredConnection) => void,
): void {
  postgresTest(name, (database) => {
    let wire: Wire | undefined
    let connection: Connection | undefined
    beforeAll(async () => {
      wire = await makeWire(new URL(database().url))
      const target = { databaseUrl: wire.url, dataDir: '', mode: 'serve' } as const
      connection = await openDatabase({ ...target, ...(poolSize !== undefined && { poolSize }) })
    })
    afterAll(async () => {
      await connection?.close()
      wire?.close()
    })
    const inside = <Thing>(thing: Thing | undefined): Thing => {
      if (!thing) throw new Error('The proxy is available only inside tests and hooks.')
      return thing
    }
    const near = () => inside(connection)
    // Jobs are affected by the outage as well; the tests check only responses.
    const suite = appForSuite(near, env, () => {})
    define({ database, wire: () => inside(wire), connection: near, suite })
  })
}

/** A proxy to PostgreSQL that can close connections, stop forwarding, or lose its target. */
async function makeWire(target: URL) {
  const sockets = new Set<Socket>()
  let state: 'up' | 'down' | 'silent' = 'up'
  let losesNextCommit = false
  const server = createServer((near) => {
    if (state === 'down') return near.destroy()
    near.on('error', () => {})
    if (state === 'silent') return void sockets.add(near)
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    near.on('data', (sent: Buffer) => {
      if (!losesNextCommit || !sent.includes('commit\0')) return
      losesNextCommit = false
      let answered = ''
      far
        .unpipe(near)
        .on('data', (answer: Buffer) => {
          answered += answer.toString('latin1')
          if (answered.includes('COMMIT\0')) far.destroy()
        })
        .resume()
    })
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut() {
      state = 'down'
      for (const socket of sockets) socket.destroy()
    },
    /** Stops forwarding without closing connections, which stay open forever. */
    hush() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** The next commit is executed, and its connection breaks before the client gets the response. */
    loseNextCommit() {
      losesNextCommit = true
    },
    mend() {
      state = 'up'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
