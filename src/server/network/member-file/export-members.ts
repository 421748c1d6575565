import { exportFile } from '#server/platform/csv/export-file.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { MEMBERS_QUERY } from './export.queries.ts'

/** Writes all members to a CSV file; `importMembers` reads it back without changing anything. */
export const exportMembers = (
  connection: Connection,
  path: string,
  onBytes?: (count: number) => void,
): Promise<number> => exportFile(connection, MEMBERS_QUERY, path, onBytes)
