import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connect.ts'

export type ChangeListener = (tags: string[] | 'all') => void
export type ChangeWatch = { close(): Promise<void> }

const CHANNEL = 'page_tags'
const POLL_MS = 500
const HEARTBEAT_MS = 30_000
const LONGEST_BACKOFF_MS = 5_000

/**
 * Tells which page tags changed, whichever process changed them. `'all'` means that something changed and what is not
 * known: always on the embedded engine, and on PostgreSQL after the connection was lost for a while.
 */
export function watchChanges(connection: Connection, onTags: ChangeListener): Promise<ChangeWatch> {
  return connection.engine === 'postgres' ? listen(connection, onTags) : poll(connection, onTags)
}

async function listen(connection: Connection, onTags: ChangeListener): Promise<ChangeWatch> {
  const closing = new AbortController()
  let current = await openListener(connection.pool.options, onTags)

  const following = (async () => {
    while (!closing.signal.aborted) {
      await current.lost
      if (closing.signal.aborted) return
      const reopened = await reopen(connection.pool.options, onTags, closing.signal)
      if (!reopened) return
      current = reopened
      // What happened in between was announced to nobody.
      onTags('all')
    }
  })()

  return {
    async close() {
      closing.abort()
      await current.end()
      await following
    },
  }
}

type Listener = { lost: Promise<void>; end(): Promise<void> }

async function openListener(options: pg.PoolOptions, onTags: ChangeListener): Promise<Listener> {
  const client = new pg.Client({ ...options, query_timeout: 5_000 })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // A broken connection is followed by 'end', which is what reopens it.
  client.on('error', () => {})
  client.on('notification', ({ payload = '' }) => gather(payload))

  // One transaction may announce many tags: they arrive together and are passed on together.
  const gathered = new Set<string>()
  const gather = (payload: string) => {
    if (gathered.size === 0) {
      setImmediate(() => {
        const tags = [...gathered]
        gathered.clear()
        onTags(tags)
      })
    }
    for (const tag of payload.split(',')) gathered.add(tag)
  }

  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (fault) {
    await client.end()
    throw fault
  }
  // A connection cut without a word (a firewall, a lost machine) is only noticed by speaking.
  const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT_MS).unref()
  void lost.then(() => clearInterval(heartbeat))
  return { lost, end: () => client.end() }
}

async function reopen(options: pg.PoolOptions, onTags: ChangeListener, signal: AbortSignal) {
  for (let wait = 100; ; wait = Math.min(wait * 2, LONGEST_BACKOFF_MS)) {
    try {
      const listener = await openListener(options, onTags)
      if (!signal.aborted) return listener
      await listener.end()
    } catch {
      // Every request meets the same outage and reports it; here only the next attempt matters.
      await pause(wait, undefined, { signal, ref: false }).catch(() => {})
    }
    if (signal.aborted) return undefined
  }
}

async function poll(connection: Connection, onTags: ChangeListener): Promise<ChangeWatch> {
  const readVersion = async () => {
    const { rows } = await connection.pool.query('select last_value, is_called from page_version')
    return `${rows[0].last_value} ${rows[0].is_called}`
  }
  let seen = await readVersion()
  let closed = false
  let asking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const ask = async () => {
    try {
      const now = await readVersion()
      if (now !== seen && !closed) onTags('all')
      seen = now
    } catch {
      // The engine is gone or busy beyond patience; its owner hears of that from the engine itself.
    }
    schedule()
  }
  const schedule = () => {
    if (closed) return
    timer = setTimeout(() => {
      asking = ask()
    }, POLL_MS).unref()
  }
  schedule()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await asking
    },
  }
}
