import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { appForSuite, type TestApp } from './app.ts'
import { postgresTest } from './database.ts'

type TestProxy = Awaited<ReturnType<typeof startProxy>>
type ProxiedConnection = {
  /** Connects directly, bypassing the proxy. */
  database: () => Connection
  proxy: () => TestProxy
  connection: () => Connection
  /** The application that connects through the proxy. */
  suite: () => TestApp
}

/** Tests of a shop that reaches PostgreSQL through a proxy. */
export function proxiedTest(
  name: string,
  { env = {}, poolSize }: { env?: Record<string, string>; poolSize?: number },
  define: (proxied: ProxiedConnection) => void,
): void {
  postgresTest(name, (database) => {
    let proxy: TestProxy | undefined
    let connection: Connection | undefined
    beforeAll(async () => {
      proxy = await startProxy(new URL(database().url))
      const target = { databaseUrl: proxy.url, dataDir: '', mode: 'serve' } as const
      connection = await openDatabase({ ...target, ...(poolSize !== undefined && { poolSize }) })
    })
    afterAll(async () => {
      await connection?.close()
      proxy?.close()
    })
    const requireStarted = <Value>(value: Value | undefined): Value => {
      if (!value) throw new Error('The proxy is available only inside tests and hooks.')
      return value
    }
    const proxiedConnection = () => requireStarted(connection)
    // Jobs are affected by the outage as well; the tests check only responses.
    const suite = appForSuite(proxiedConnection, env, () => {})
    define({ database, proxy: () => requireStarted(proxy), connection: proxiedConnection, suite })
  })
}

/** A proxy to PostgreSQL that can close connections, stop forwarding, or lose its target. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>()
  let state: 'up' | 'down' | 'silent' = 'up'
  let shouldLoseCommit = false
  const server = createServer((client) => {
    if (state === 'down') return client.destroy()
    client.on('error', () => {})
    if (state === 'silent') return void sockets.add(client)
    const upstream = connect(Number(target.port || 5432), target.hostname)
    for (const [source, sink] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source)
      source.on('error', () => sink.destroy())
      source.on('close', () => {
        sockets.delete(source)
        sink.destroy()
      })
      source.pipe(sink)
    }
    client.on('data', (chunk: Buffer) => {
      if (!shouldLoseCommit || !chunk.includes('commit\0')) return
      shouldLoseCommit = false
      let received = ''
      upstream
        .unpipe(client)
        .on('data', (part: Buffer) => {
          received += part.toString('latin1')
          if (received.includes('COMMIT\0')) upstream.destroy()
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
    disconnect() {
      state = 'down'
      for (const socket of sockets) socket.destroy()
    },
    /** Stops forwarding without closing connections, which stay open forever. */
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** The next commit is executed, and its connection breaks before the client gets the response. */
    loseNextCommit() {
      shouldLoseCommit = true
    },
    restore() {
      state = 'up'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
