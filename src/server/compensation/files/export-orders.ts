import { exportFile } from '#server/platform/csv/export-file.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { ORDERS_QUERY } from './export.queries.ts'

/** Writes all counted orders to a CSV file, which `importOrders` reads back without changing anything. */
export const exportOrders = (
  connection: Connection,
  path: string,
  onBytes?: (count: number) => void,
): Promise<number> => exportFile(connection, ORDERS_QUERY, path, onBytes)
