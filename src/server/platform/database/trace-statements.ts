import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { describeStatement } from '../tracing/describe-statement.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Statement } from './pipelined-connection.ts'

type Callback = (error: unknown, result?: pg.QueryResult) => void
type Call = (...given: unknown[]) => unknown

/**
 * Makes each statement a span of the request or job that sends it, on both engines, since both are accessed through
 * `pg`. Background statements (polling queues, listening for changes) would be noise and are omitted, as is COPY.
 */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const ask = client.query.bind(client) as Call
    const withSpan: Call = (...given) => {
      const sql = textOf(given[0])
      return sql !== undefined && tracing.isRecording() ? traceStatement(tracing, ask, given, sql) : ask(...given)
    }
    client.query = withSpan as pg.PoolClient['query']
  })
  // A caller that waited for a connection continues in its own trace, and not in that of the one who released it.
  const connect = pool.connect.bind(pool) as Call
  const asSelf: Call = (callback) =>
    typeof callback === 'function' ? connect(AsyncResource.bind(callback as Call)) : connect()
  pool.connect = asSelf as pg.Pool['connect']
}

function traceStatement(tracing: Tracing, ask: Call, given: unknown[], sql: string): unknown {
  const { name, text } = describeStatement(sql)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const step = tracing.begin({ kind: 'client', name, attributes })
  const ended: Callback = (error, result) => {
    if (error) return step.fail(error)
    // Several statements sent as one text have several results.
    if (typeof result?.rowCount === 'number') step.set({ 'db.response.returned_rows': result.rowCount })
    step.end()
  }
  const [query, callback] = [given[0], given.at(-1)]
  if (isStatement(query)) {
    const { callback: answered } = query
    query.callback = (error, result) => {
      ended(error, result)
      answered(error, result)
    }
    return ask(query)
  }
  if (typeof callback === 'function') {
    const both: Callback = (error, result) => {
      ended(error, result)
      callback(error, result)
    }
    return ask(...given.slice(0, -1), both)
  }
  const asked = ask(...given) as Promise<pg.QueryResult>
  asked.then((result) => ended(undefined, result), ended)
  return asked
}

/** Undefined for senders that read the answer in their own way, such as COPY. */
function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  const { text, submit } = Object(asked) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && (submit === undefined || isStatement(asked)) ? text : undefined
}

/** Matches statements of Kysely's connections. */
const isStatement = (asked: unknown): asked is Statement => asked instanceof pg.Query
