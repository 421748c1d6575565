import { createHash } from 'node:crypto'
import type pg from 'pg'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'

/**
 * Statements are named, like the ones that the shop has prepared; those without values, such as `begin`, have no name.
 */
type Statement = { name: string | undefined; text: string; values: unknown[]; id: unknown }
type Substitutes = Map<unknown, unknown>

/** The statements of one run of a use case, with the returned ids: later statements use them. */
export type Recording = readonly Statement[]

/** Runs `work` on a dedicated connection and records every statement it sends, including transaction boundaries. */
export async function record(
  databaseUrl: string,
  prepare: (connection: Connection) => Promise<{ run: () => Promise<unknown>; close?: () => Promise<void> }>,
): Promise<Recording> {
  const connection = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, mode: 'join' })
  const statements: Statement[] = []
  let recording = false
  const wrappedClients = new WeakSet<object>()
  connection.pool.on('acquire', (client) => {
    if (wrappedClients.has(client)) return
    wrappedClients.add(client)
    const send = client.query.bind(client) as (...parts: unknown[]) => Promise<pg.QueryResult>
    client.query = (async (...parts: unknown[]) => {
      const result = await send(...parts)
      const [query, params] = parts
      const { text, values } = typeof query === 'string' ? { text: query, values: params } : (query as pg.QueryConfig)
      if (recording && text) statements.push(statement(text, (values as unknown[]) ?? [], result.rows?.[0]?.id))
      return result
    }) as typeof client.query
  })
  try {
    const { run, close } = await prepare(connection)
    recording = true
    await run()
    recording = false
    await close?.()
  } finally {
    await connection.close()
  }
  if (statements.length === 0) throw new Error('nothing was recorded')
  return statements
}

const statement = (text: string, values: unknown[], id: unknown): Statement => ({
  name: values.length > 0 ? createHash('sha1').update(text).digest('hex') : undefined,
  text,
  values,
  id,
})

/** Sends the recorded statements again with different values, as a script without the shop would. */
export async function replay(client: pg.ClientBase, recording: Recording, overrides: Substitutes): Promise<void> {
  const substitutes: Substitutes = new Map(overrides)
  for (const { name, text, values: recorded, id } of recording) {
    const values = recorded.map((value) => substitute(value, substitutes))
    const { rows } = await client.query({ ...(name && { name }), text, values })
    if (id !== undefined) substitutes.set(id, rows[0]?.id)
  }
}

function substitute(value: unknown, substitutes: Substitutes): unknown {
  if (substitutes.has(value)) return substitutes.get(value)
  for (const [recorded, current] of substitutes) {
    if (Buffer.isBuffer(value) && Buffer.isBuffer(recorded) && value.equals(recorded)) return current
    // Job payloads contain ids inside of JSON.
    if (typeof value === 'string' && (typeof recorded === 'number' || typeof recorded === 'string')) {
      const recordedText = String(recorded)
      if (recordedText.length > 6 && value.includes(recordedText))
        return value.replaceAll(recordedText, String(current))
    }
  }
  return value
}
