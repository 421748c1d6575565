import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { copyRunningEngine, LogRecycledError } from '#server/platform/database/copy-running-engine.ts'
import { type DedicatedConnection, withDedicatedConnection } from '#server/platform/database/dedicated-connection.ts'

const MAX_ATTEMPTS = 3

/**
 * Lets `work` read the whole database as of one instant, for as long as it needs, without blocking other transactions.
 * On PostgreSQL that is a transaction. On the embedded engine a transaction would block all others, so this opens a
 * second engine on a copy of the directory, created in `folder`.
 */
export async function withSnapshot<Result>(
  connection: Connection,
  dataDir: string,
  folder: string,
  work: (snapshot: DedicatedConnection) => Promise<Result>,
): Promise<Result> {
  if (connection.engine === 'postgres') return inSnapshot(connection, work)
  const copy = join(folder, 'engine')
  try {
    await copyEngine(connection, dataDir, copy)
    const opened = await openDatabase({ databaseUrl: undefined, dataDir: copy, mode: 'serve' })
    try {
      return await inSnapshot(opened, work)
    } finally {
      await opened.close()
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copyEngine({ pool }: Connection, dataDir: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await rm(copy, { recursive: true, force: true })
    try {
      return await copyRunningEngine(pool, join(dataDir, 'pgdata'), join(copy, 'pgdata'))
    } catch (error) {
      if (!(error instanceof LogRecycledError) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

const inSnapshot = <Result>(
  connection: Connection,
  work: (snapshot: DedicatedConnection) => Promise<Result>,
): Promise<Result> =>
  withDedicatedConnection(connection, async (snapshot) => {
    await snapshot.client.query('begin isolation level repeatable read read only')
    try {
      // The first query takes the snapshot.
      await snapshot.client.query('select 1')
      return await work(snapshot)
    } finally {
      await snapshot.client.query('rollback')
    }
  })
