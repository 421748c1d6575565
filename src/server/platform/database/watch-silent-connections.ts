import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * How long a connection may be silent before the server is checked, and how soon the check must be answered: a page
 * must be told within 3 s.
 */
const PAGE = { silentAfterMs: 700, answersWithinMs: 1_500 }
/** An import is given more time. */
const COMMAND = { silentAfterMs: 10_000, answersWithinMs: 10_000 }
const LOOK_EVERY_MS = 200
const RETRY_AFTER_MS = 2_000
/** Delay of this process above which an answer may have arrived without being read. */
const BUSY_MS = 300
/** Beyond the server's own statement timeout, its answer must have been lost. */
const GRACE_MS = 10_000

/** Parts of `pg` that its types omit. */
type SocketClient = pg.PoolClient & { processID: number; connection: { stream: Socket } }
/** `patient`: for long work that blocks no visitor. */
export type WatchedConfig = pg.PoolConfig & { patient?: boolean }
type Patience = typeof PAGE
type Waiting = { client: SocketClient; since: number }

class ConnectionTimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('Connection terminated: the database stopped responding.')
  }
}

/**
 * Breaks connections that have gone silent (a firewall, a lost machine): their queries fail as in any other outage
 * instead of waiting forever. A second connection checks the silent ones: without an answer, the database counts as
 * unreachable; if the server's process for a connection is idle, that connection is cut.
 */
export function watchSilentConnections(pool: pg.Pool, config: WatchedConfig): void {
  const patience = config.patient ? COMMAND : PAGE
  const clients = new Set<SocketClient>()
  const waitingSince = new WeakMap<SocketClient, number>()
  const moved = new WeakMap<SocketClient, number>()
  const askedAt = new WeakMap<SocketClient, number>()
  const inUse = new Set<SocketClient>()
  pool.on('acquire', (client) => inUse.add(client as SocketClient))
  pool.on('release', (_, client) => inUse.delete(client as SocketClient))
  const limit = Number(config.statement_timeout ?? 0) + GRACE_MS
  const hasLimit = Number(config.statement_timeout ?? 0) > 0
  let looking = false

  pool.on('connect', (given) => {
    const client = given as SocketClient
    clients.add(client)
    client.once('end', () => clients.delete(client))
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    const watched = (...values: unknown[]) => {
      if (!waitingSince.has(client)) waitingSince.set(client, performance.now())
      return query(...values)
    }
    client.query = watched as SocketClient['query']
    client.on('drain', () => waitingSince.delete(client))
  })

  const waiting = (): Waiting[] =>
    [...clients].flatMap((client) => {
      const since = waitingSince.get(client)
      // A listener would be simpler, but COPY must be the only one.
      const { bytesRead, bytesWritten } = client.connection.stream
      if (moved.get(client) !== bytesRead + bytesWritten) {
        moved.set(client, bytesRead + bytesWritten)
        if (since !== undefined) waitingSince.set(client, performance.now())
        return []
      }
      return since !== undefined && performance.now() - since > patience.silentAfterMs ? [{ client, since }] : []
    })
  const cut = (client: SocketClient) => {
    clients.delete(client)
    client.connection.stream.destroy(new ConnectionTimeoutError())
  }

  const look = async () => {
    if (looking) return
    const now = performance.now()
    const silent = waiting().filter(({ client }) => now - (askedAt.get(client) ?? -Infinity) > RETRY_AFTER_MS)
    if (silent.length === 0) return
    looking = true
    for (const { client } of silent) askedAt.set(client, now)
    try {
      const idle = await askWhoIsIdle(config, patience, silent)
      // Reads answers that have arrived in the meantime before deciding.
      await new Promise((later) => setImmediate(later))
      if (idle === 'out of reach') {
        // Includes idle ones: their next user would wait all over again.
        if (waiting().length > 0) for (const client of clients) cut(client)
        return
      }
      let found = false
      for (const { client, since } of silent) {
        const isTooLong = hasLimit && !unhurried.has(client) && performance.now() - since > limit
        if (waitingSince.get(client) !== since || !(idle.has(client.processID) || isTooLong)) continue
        cut(client)
        found = true
      }
      // The cause usually affects other connections as well: idle ones are reopened instead of failing one by one.
      if (found) for (const client of clients) if (!inUse.has(client)) cut(client)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(() => {
    if (pool.ended) clearInterval(timer)
    else void look()
  }, LOOK_EVERY_MS).unref()
}

const unhurried = new WeakSet<object>()

/** For work without a statement timeout, such as migrations. */
export const exemptFromTimeout = (client: object): void => void unhurried.add(client)

/** Returns the server's processes that wait for this client while it waits for them. */
async function askWhoIsIdle(
  config: pg.PoolConfig,
  { answersWithinMs }: Patience,
  silent: readonly Waiting[],
): Promise<Set<number> | 'out of reach'> {
  const asking = new pg.Client({ ...config, connectionTimeoutMillis: answersWithinMs, query_timeout: answersWithinMs })
  asking.on('error', () => {})
  const busy = measureDelay()
  try {
    await asking.connect()
    const { rows } = await asking.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state like 'idle%' and application_name = $2`,
      [silent.map(({ client }) => client.processID), config.application_name ?? ''],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // An error from PostgreSQL or its machine is an answer as well; affected connections receive it without this check.
    const isResponse = error instanceof pg.DatabaseError || code === 'ECONNREFUSED' || code === 'ECONNRESET'
    return isResponse || busy.longestMs() > BUSY_MS ? new Set() : 'out of reach'
  } finally {
    busy.end()
    asking.end().catch(() => {})
  }
}

function measureDelay() {
  const everyMs = 50
  let last = performance.now()
  let longest = 0
  const measure = () => {
    longest = Math.max(longest, performance.now() - last - everyMs)
    last = performance.now()
  }
  const timer = setInterval(measure, everyMs).unref()
  return {
    longestMs() {
      measure()
      return longest
    },
    end: () => clearInterval(timer),
  }
}
