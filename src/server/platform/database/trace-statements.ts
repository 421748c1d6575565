import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { describeStatement } from '../tracing/describe-statement.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Statement } from './pipelined-connection.ts'

type Callback = (error: unknown, result?: pg.QueryResult) => void
type Call = (...args: unknown[]) => unknown

/**
 * Makes each statement a span of the request or job that sends it, on both engines, since both are accessed through
 * `pg`. Background statements (polling queues, listening for changes) would be noise and are omitted, as is COPY.
 */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  const tracedClients = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (tracedClients.has(client)) return
    tracedClients.add(client)
    const send = client.query.bind(client) as Call
    const tracedQuery: Call = (...args) => {
      const sql = readStatementText(args[0])
      return sql !== undefined && tracing.isRecording() ? traceStatement(tracing, send, args, sql) : send(...args)
    }
    client.query = tracedQuery as pg.PoolClient['query']
  })
  // A caller that waited for a connection continues in its own trace, and not in that of the one who released it.
  const connect = pool.connect.bind(pool) as Call
  const connectInContext: Call = (callback) =>
    typeof callback === 'function' ? connect(AsyncResource.bind(callback as Call)) : connect()
  pool.connect = connectInContext as pg.Pool['connect']
}

function traceStatement(tracing: Tracing, send: Call, args: unknown[], sql: string): unknown {
  const { name, text } = describeStatement(sql)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const step = tracing.begin({ kind: 'client', name, attributes })
  const endStep: Callback = (error, result) => {
    if (error) return step.fail(error)
    // Several statements sent as one text have several results.
    if (typeof result?.rowCount === 'number') step.set({ 'db.response.returned_rows': result.rowCount })
    step.end()
  }
  const [query, callback] = [args[0], args.at(-1)]
  if (isStatement(query)) {
    const { callback: original } = query
    query.callback = (error, result) => {
      endStep(error, result)
      original(error, result)
    }
    return send(query)
  }
  if (typeof callback === 'function') {
    const wrapped: Callback = (error, result) => {
      endStep(error, result)
      callback(error, result)
    }
    return send(...args.slice(0, -1), wrapped)
  }
  const sent = send(...args) as Promise<pg.QueryResult>
  sent.then((result) => endStep(undefined, result), endStep)
  return sent
}

/** Undefined for senders that read the result themselves, such as COPY. */
function readStatementText(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent
  const { text, submit } = Object(sent) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && (submit === undefined || isStatement(sent)) ? text : undefined
}

/** Matches statements of Kysely's connections. */
const isStatement = (sent: unknown): sent is Statement => sent instanceof pg.Query
