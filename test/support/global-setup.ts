import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from './prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated data directory of the embedded engine, to be copied. */
    preparedDataDir: string
    /** A migrated PostgreSQL database, used as a template. Empty without TEST_DATABASE_URL and in page tests. */
    preparedTemplate: string
  }
}

/** Migrates once per run and project; every test file then starts from a copy. Page tests use the embedded engine. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-prepared-'))
  project.provide('preparedDataDir', dataDir)
  const modules = new Set([await compileEngine()])
  const server = project.name === 'database' ? process.env.TEST_DATABASE_URL : undefined
  const template = server ? `salonfront_template_${process.pid}` : ''
  project.provide('preparedTemplate', template)
  await Promise.all([prepareDatabase(undefined, dataDir), server && makeTemplate(server, template)])

  return async () => {
    modules.clear()
    await rm(dataDir, { recursive: true })
    if (server) await administer(server, `drop database ${template}`)
  }
}

/**
 * V8 shares a compiled program, including its optimized code, between threads as long as one of them holds it; holding
 * it here keeps files from compiling it again.
 */
async function compileEngine(): Promise<WebAssembly.Module> {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(packageFolder, 'pglite.wasm')))
}

async function makeTemplate(server: string, template: string) {
  await administer(server, `create database ${template}`)
  const url = new URL(server)
  url.pathname = template
  await prepareDatabase(url.href, tmpdir())
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
