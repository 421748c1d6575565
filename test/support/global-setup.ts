import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated data directory of the embedded engine, to be copied. */
    preparedDataDir: string
    /** A migrated PostgreSQL database, to be used as a template. Empty without TEST_DATABASE_URL. */
    preparedTemplate: string
  }
}

/** Migrates once per run; every test file then starts from a copy. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-prepared-'))
  project.provide('preparedDataDir', dataDir)
  const server = process.env.TEST_DATABASE_URL
  const template = server ? `salonfront_template_${process.pid}` : ''
  project.provide('preparedTemplate', template)
  await Promise.all([migrateOne(undefined, dataDir), server && makeTemplate(server, template)])

  return async () => {
    await rm(dataDir, { recursive: true })
    if (server) await administer(server, `drop database ${template}`)
  }
}

async function makeTemplate(server: string, template: string) {
  await administer(server, `create database ${template}`)
  const url = new URL(server)
  url.pathname = template
  await migrateOne(url.href, tmpdir())
}

async function migrateOne(databaseUrl: string | undefined, dataDir: string) {
  const connection = await openDatabase({ databaseUrl, dataDir, durable: false, mode: 'serve' })
  try {
    await migrate(connection)
    // The tables of the jobs, which would cost every suite a second.
    await (await startJobs(connection, fail)).stop()
  } finally {
    await connection.close()
  }
}

const fail = (fault: unknown): never => {
  throw fault
}

async function administer(server: string, statement: string) {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
