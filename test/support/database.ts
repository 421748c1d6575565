import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'

export type Engine = Connection['engine']

/**
 * Runs the tests registered by `define` on the embedded engine and on PostgreSQL, each on its own migrated database.
 * Without TEST_DATABASE_URL the PostgreSQL half is reported as skipped.
 */
export function databaseTest(name: string, define: (connection: () => Connection, engine: Engine) => void) {
  describe(`${name} (embedded)`, () => define(embeddedForSuite(), 'embedded'))
  if (process.env.TEST_DATABASE_URL) {
    describe(`${name} (PostgreSQL)`, () =>
      define(
        openForSuite(() => openTestDatabase('postgres')),
        'postgres',
      ))
  } else {
    describe.skip(`${name} (PostgreSQL: not run, TEST_DATABASE_URL is not set)`, () =>
      define(
        openForSuite(() => openTestDatabase('postgres')),
        'postgres',
      ))
  }
}

/** For features that need PostgreSQL: several processes on one database. */
export function postgresTest(name: string, define: (database: () => Connection & { url: string }) => void) {
  const describeOrSkip = process.env.TEST_DATABASE_URL ? describe : describe.skip
  describeOrSkip(`${name} (PostgreSQL)`, () => define(openForSuite(() => openClone(inject('preparedTemplate')))))
}

/** For long tests that do not depend on the engine: runs on PostgreSQL if there is one, else on the embedded engine. */
export function anyDatabaseTest(name: string, define: (connection: () => Connection) => void) {
  const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
  describe(name, () => define(openForSuite(() => openTestDatabase(engine))))
}

/** A migrated database of the embedded engine for the tests of a suite. */
export const embeddedForSuite = (): (() => Connection) => openForSuite(() => openTestDatabase('embedded'))

/** A dedicated migrated database; closing the connection removes it. */
export async function openTestDatabase(engine: Engine): Promise<Connection> {
  return engine === 'embedded' ? openCopy() : openClone(inject('preparedTemplate'))
}

/** A database without tables, for tests of migrations; closing the connection removes it. */
export async function openEmptyPostgres(): Promise<Connection & { url: string }> {
  return openClone('template1')
}

/** A copy of the migrated data directory; the caller removes it. */
export async function copyDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-test-'))
  // Fifteen hundred small files: copying them one by one with promises takes ten times as long.
  cpSync(join(inject('preparedDataDir'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
  return dataDir
}

function openForSuite<Opened extends Connection>(open: () => Promise<Opened>): () => Opened {
  let connection: Opened | undefined
  beforeAll(async () => {
    connection = await open()
  })
  afterAll(() => connection?.close())
  return () => {
    if (!connection) throw new Error('The test database is open only inside tests and hooks.')
    return connection
  }
}

async function openCopy(): Promise<Connection> {
  const dataDir = await copyDataDir()
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
  return {
    ...connection,
    async close() {
      await connection.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function openClone(template: string): Promise<Connection & { url: string }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set.')
  const name = `salonfront_test_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = name

  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  const connection = await openDatabase({ databaseUrl: url.href, dataDir: tmpdir(), mode: 'serve', patient: true })
  return {
    ...connection,
    url: url.href,
    async close() {
      await connection.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

export type Child = { nextLine(): Promise<string>; lines: string[]; kill(signal?: NodeJS.Signals): Promise<void> }

/** Starts a process of `database-child.ts` that a test can kill. */
export function startChild(
  role: string,
  dataDir: string,
  settings: { url?: string; migrations?: string; emptyEngines?: string } = {},
): Child {
  const file = fileURLToPath(new URL('database-child.ts', import.meta.url))
  const child = spawn(process.execPath, [file, role, dataDir, settings.migrations ?? '', settings.emptyEngines ?? ''], {
    env: { ...process.env, DATABASE_URL: settings.url ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const reader = createInterface(child.stdout)
  reader.on('line', (line) => lines.push(line))
  let nextIndex = 0
  return {
    lines,
    async nextLine() {
      while (lines.length <= nextIndex) await Promise.race([once(reader, 'line'), exited.then(throwExitedEarly)])
      return lines[nextIndex++] ?? ''
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      if (signal === 'SIGKILL') await exited
    },
  }
}

function throwExitedEarly(): never {
  throw new Error('The process ended before it printed the expected output.')
}
