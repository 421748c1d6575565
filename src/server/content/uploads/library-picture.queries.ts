import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Finds the present files of pictures that were replaced, by their former ones. */
export async function findPresentFiles(db: Database, files: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ former: string; present: string }>`
    select former.file as former, picture.file as present
      from picture_former_files former join pictures picture on picture.id = former.picture_id
     where former.file = any(${files}::text[])`.execute(db)
  return new Map(rows.map(({ former, present }) => [former, present]))
}

export async function findWidths(db: Database, files: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ file: string; widths: number[] }>`
    select file, widths from pictures where file = any(${files}::text[])`.execute(db)
  return new Map(rows.map(({ file, widths }) => [file, widths]))
}

/** Locks pictures of the library against being replaced or deleted. */
export async function lockLibraryPictures(trx: Transaction, files: readonly string[]): Promise<void> {
  await sql`select from pictures where file = any(${files}::text[]) order by id for key share`.execute(trx)
}
