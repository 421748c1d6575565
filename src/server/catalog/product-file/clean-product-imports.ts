import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { deleteOldImports } from './product-import.queries.ts'

const RETENTION_DAYS = 30

/** Deletes imports with their rows; what they imported, and the versions with the name of the file, stay. */
export async function cleanProductImports(db: Database, files: FileStore): Promise<void> {
  for (const file of await deleteOldImports(db, RETENTION_DAYS)) await files.remove(file)
}
