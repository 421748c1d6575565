import { appendFile, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '#server/platform/database/connection.ts'
import { syncFolder } from '#server/platform/files/durable-files.ts'
import { type ErasedId, findErasedIds } from './erasure.queries.ts'

const LINE = /^(member|order) (\d{1,10}) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/
const toLine = ({ kind, id, made }: ErasedId): string => `${kind} ${id} ${made}`

/**
 * Reads the list of erased people from a file outside of database and backups: IDs and creation times of their rows,
 * nothing personal.
 */
export async function readErasedList(file: string): Promise<ErasedId[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [, kind, id, made] = LINE.exec(line.trim()) ?? []
    return made === undefined ? [] : [{ kind: kind as ErasedId['kind'], id: Number(id), made }]
  })
}

/**
 * Adds missing people to the list. Runs after each erasure, at each start and once a day: the database is
 * authoritative.
 */
export async function completeErasedList(db: Database, file: string): Promise<void> {
  const existing = new Set((await readErasedList(file)).map(toLine))
  const missing = (await findErasedIds(db)).map(toLine).filter((line) => !existing.has(line))
  if (missing.length === 0) return
  await appendFile(file, missing.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  await syncFolder(dirname(file))
}
