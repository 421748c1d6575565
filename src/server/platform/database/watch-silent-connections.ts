import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * How long a connection may be silent before the server is checked, and how soon the check must succeed: a page must
 * report an outage within 3 s.
 */
const PAGE_TIMEOUTS = { silentAfterMs: 700, responseTimeoutMs: 1_500 }
/** An import may take longer. */
const COMMAND_TIMEOUTS = { silentAfterMs: 10_000, responseTimeoutMs: 10_000 }
const CHECK_INTERVAL_MS = 200
const RETRY_AFTER_MS = 2_000
/** Delay of this process above which a response may have arrived without being read. */
const MAX_DELAY_MS = 300
/** Beyond the server's own statement timeout, its response must have been lost. */
const GRACE_MS = 10_000

/** Parts of `pg` that its types omit. */
type SocketClient = pg.PoolClient & { processID: number; connection: { stream: Socket } }
/** `patient`: for long work that blocks no visitor. */
export type WatchedConfig = pg.PoolConfig & { patient?: boolean }
type Timeouts = typeof PAGE_TIMEOUTS
type SilentConnection = { client: SocketClient; since: number }

class ConnectionTimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('Connection terminated: the database stopped responding.')
  }
}

/**
 * Breaks connections that have gone silent (a firewall, a lost machine): their queries fail as in any other outage
 * instead of waiting forever. A second connection checks the silent ones: without a response, the database counts as
 * unreachable; if the server's process for a connection is idle, that connection is cut.
 */
export function watchSilentConnections(pool: pg.Pool, config: WatchedConfig): void {
  const timeouts = config.patient ? COMMAND_TIMEOUTS : PAGE_TIMEOUTS
  const clients = new Set<SocketClient>()
  const waitingSince = new WeakMap<SocketClient, number>()
  const lastByteCounts = new WeakMap<SocketClient, number>()
  const checkedAt = new WeakMap<SocketClient, number>()
  const inUse = new Set<SocketClient>()
  pool.on('acquire', (client) => inUse.add(client as SocketClient))
  pool.on('release', (_, client) => inUse.delete(client as SocketClient))
  const limit = Number(config.statement_timeout ?? 0) + GRACE_MS
  const hasLimit = Number(config.statement_timeout ?? 0) > 0
  let isChecking = false

  pool.on('connect', (poolClient) => {
    const client = poolClient as SocketClient
    clients.add(client)
    client.once('end', () => clients.delete(client))
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    const watchedQuery = (...values: unknown[]) => {
      if (!waitingSince.has(client)) waitingSince.set(client, performance.now())
      return query(...values)
    }
    client.query = watchedQuery as SocketClient['query']
    client.on('drain', () => waitingSince.delete(client))
  })

  const findSilent = (): SilentConnection[] =>
    [...clients].flatMap((client) => {
      const since = waitingSince.get(client)
      // A listener would be simpler, but COPY must be the only one.
      const { bytesRead, bytesWritten } = client.connection.stream
      if (lastByteCounts.get(client) !== bytesRead + bytesWritten) {
        lastByteCounts.set(client, bytesRead + bytesWritten)
        if (since !== undefined) waitingSince.set(client, performance.now())
        return []
      }
      return since !== undefined && performance.now() - since > timeouts.silentAfterMs ? [{ client, since }] : []
    })
  const cutConnection = (client: SocketClient) => {
    clients.delete(client)
    client.connection.stream.destroy(new ConnectionTimeoutError())
  }

  const checkSilent = async () => {
    if (isChecking) return
    const now = performance.now()
    const silent = findSilent().filter(({ client }) => now - (checkedAt.get(client) ?? -Infinity) > RETRY_AFTER_MS)
    if (silent.length === 0) return
    isChecking = true
    for (const { client } of silent) checkedAt.set(client, now)
    try {
      const idle = await findIdleProcesses(config, timeouts, silent)
      // Reads responses that have arrived in the meantime before deciding.
      await new Promise((resolve) => setImmediate(resolve))
      if (idle === 'out of reach') {
        // Includes idle ones: their next user would wait all over again.
        if (findSilent().length > 0) for (const client of clients) cutConnection(client)
        return
      }
      let hasCutAny = false
      for (const { client, since } of silent) {
        const isTooLong = hasLimit && !exemptClients.has(client) && performance.now() - since > limit
        if (waitingSince.get(client) !== since || !(idle.has(client.processID) || isTooLong)) continue
        cutConnection(client)
        hasCutAny = true
      }
      // The cause usually affects other connections as well: idle ones are reopened instead of failing one by one.
      if (hasCutAny) for (const client of clients) if (!inUse.has(client)) cutConnection(client)
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => {
    if (pool.ended) clearInterval(timer)
    else void checkSilent()
  }, CHECK_INTERVAL_MS).unref()
}

const exemptClients = new WeakSet<object>()

/** For work without a statement timeout, such as migrations. */
export const exemptFromTimeout = (client: object): void => void exemptClients.add(client)

/** Returns the server's processes that wait for this client while it waits for them. */
async function findIdleProcesses(
  config: pg.PoolConfig,
  { responseTimeoutMs }: Timeouts,
  silent: readonly SilentConnection[],
): Promise<Set<number> | 'out of reach'> {
  const probe = new pg.Client({
    ...config,
    connectionTimeoutMillis: responseTimeoutMs,
    query_timeout: responseTimeoutMs,
  })
  probe.on('error', () => {})
  const delayMonitor = measureDelay()
  try {
    await probe.connect()
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state like 'idle%' and application_name = $2`,
      [silent.map(({ client }) => client.processID), config.application_name ?? ''],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // An error from PostgreSQL or its machine is a response as well; affected connections receive it without this check.
    const isResponse = error instanceof pg.DatabaseError || code === 'ECONNREFUSED' || code === 'ECONNRESET'
    return isResponse || delayMonitor.longestMs() > MAX_DELAY_MS ? new Set() : 'out of reach'
  } finally {
    delayMonitor.end()
    probe.end().catch(() => {})
  }
}

function measureDelay() {
  const intervalMs = 50
  let last = performance.now()
  let longest = 0
  const measure = () => {
    longest = Math.max(longest, performance.now() - last - intervalMs)
    last = performance.now()
  }
  const timer = setInterval(measure, intervalMs).unref()
  return {
    longestMs() {
      measure()
      return longest
    },
    end: () => clearInterval(timer),
  }
}
