import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'

export type ChangeListener = (tags: string[] | 'all') => void
export type ChangeWatch = { close(): Promise<void> }

export const CHANNEL = 'page_tags'
const HEARTBEAT_MS = 10_000
/**
 * Maximum delay after a fail-over before other processes' changes are received again, and pages that missed one are
 * dropped.
 */
const MAX_BACKOFF_MS = 1_000

/**
 * Reports which page tags have changed: for a commit of this connection's pool before the commit returns, for others
 * soon after. `'all'` means an unknown change: on the embedded engine for changes by others, on PostgreSQL after the
 * connection was lost for a while.
 */
export async function watchChanges(
  connection: Connection,
  onTags: ChangeListener,
  heartbeatMs = HEARTBEAT_MS,
): Promise<ChangeWatch> {
  const stopOwnCommits = watchOwnCommits(connection, onTags)
  const others = await (connection.engine === 'postgres'
    ? listen(connection, onTags, heartbeatMs)
    : watchOtherProcesses(connection, onTags))
  return {
    async close() {
      stopOwnCommits()
      await others.close()
    },
  }
}

/**
 * Every connection of a server's pool listens (connect.ts), and the database sends a session its own notifications
 * before it reports the commit: a read right after a write of this process never sees the state before it.
 */
function watchOwnCommits({ pool, engine }: Connection, onTags: ChangeListener): () => void {
  const handlers = new Map<pg.PoolClient, (notification: pg.Notification) => void>()
  const attach = (client: pg.PoolClient) => {
    if (handlers.has(client)) return
    // PostgreSQL sends every notification to every connection; those of other processes are read once, from the
    // connection that only listens.
    const { processID } = client as pg.PoolClient & { processID: number }
    const handle = ({ channel, processId, payload = '' }: pg.Notification) => {
      const isOwn = engine === 'embedded' || processId === processID
      if (channel === CHANNEL && isOwn) onTags(payload.split(','))
    }
    client.on('notification', handle)
    handlers.set(client, handle)
  }
  const detach = (client: pg.PoolClient) => void handlers.delete(client)
  pool.on('acquire', attach).on('remove', detach)
  return () => {
    pool.off('acquire', attach).off('remove', detach)
    for (const [client, handle] of handlers) client.off('notification', handle)
  }
}

async function listen(connection: Connection, onTags: ChangeListener, heartbeatMs: number): Promise<ChangeWatch> {
  const closing = new AbortController()
  const open = () => openListener(connection.pool.options, onTags, heartbeatMs)
  let current = await open()

  const reconnecting = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      const reopened = await reopen(open, closing.signal)
      if (!reopened) return
      current = reopened
      // Changes in between were not received.
      onTags('all')
    }
  })()

  return {
    async close() {
      closing.abort()
      await current.end()
      await reconnecting
    },
  }
}

type Listener = { lost: Promise<void>; end(): Promise<void> }

async function openListener(options: pg.PoolOptions, onTags: ChangeListener, heartbeatMs: number): Promise<Listener> {
  const client = new pg.Client({ ...options, query_timeout: 5_000 })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // A broken connection emits 'end' next, which reopens it.
  client.on('error', () => {})
  client.on('notification', ({ payload = '' }) => collectTags(payload))

  // One transaction may announce many tags: they arrive together and are passed on together.
  const pendingTags = new Set<string>()
  const collectTags = (payload: string) => {
    if (pendingTags.size === 0) {
      setImmediate(() => {
        const tags = [...pendingTags]
        pendingTags.clear()
        onTags(tags)
      })
    }
    for (const tag of payload.split(',')) pendingTags.add(tag)
  }

  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    await client.end()
    throw error
  }
  // A connection that was cut silently (a firewall, a lost machine) is only noticed by sending something.
  const scheduleHeartbeat = () => {
    heartbeat = setTimeout(() => {
      client.query('select 1').then(scheduleHeartbeat, () => client.end())
    }, heartbeatMs).unref()
  }
  let heartbeat: NodeJS.Timeout | undefined
  scheduleHeartbeat()
  void lost.then(() => clearTimeout(heartbeat))
  return { lost, end: () => client.end() }
}

async function reopen(open: () => Promise<Listener>, signal: AbortSignal) {
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, MAX_BACKOFF_MS)) {
    try {
      const listener = await open()
      if (!signal.aborted) return listener
      await listener.end()
    } catch {
      // Every request meets the same outage and reports it; here only the next attempt matters.
      await pause(delayMs, undefined, { signal, ref: false }).catch(() => {})
    }
    if (signal.aborted) return undefined
  }
}

/** Follows the changes of other processes: their tags are announced on separate connections. */
async function watchOtherProcesses({ pool, watchOthers }: Connection, onTags: ChangeListener): Promise<ChangeWatch> {
  if (!watchOthers) throw new Error('Only the process that runs the engine can watch changes.')
  const readVersion = async () => {
    const { rows } = await pool.query('select last_value, is_called from page_version')
    return `${rows[0].last_value} ${rows[0].is_called}`
  }
  let lastVersion = await readVersion()
  const check = async () => {
    try {
      const version = await readVersion()
      if (version !== lastVersion) onTags('all')
      lastVersion = version
    } catch {
      // The engine has exited, or is busy for too long; its owner is notified by the engine itself.
    }
  }
  let checking: Promise<void> = Promise.resolve()
  const stop = watchOthers(() => {
    checking = checking.then(check)
  })
  return {
    async close() {
      stop()
      await checking
    },
  }
}
