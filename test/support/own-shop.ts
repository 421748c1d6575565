import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningShop, startShop } from '../../bench/support/server.ts'
import { dataDir } from './journey.ts'
import { prepareDatabase } from './prepared-database.ts'

const prepared = () => join(dataDir(), 'prepared')

/** Makes the data directory that shops of journeys start from; runs once, before the first of them. */
export const prepareOwnShops = (): Promise<void> => prepareDatabase(undefined, prepared())

/**
 * Starts a shop in which nobody has set anything, in an empty directory, on a migrated database: making that takes twice
 * as long as the rest of the start, which journeys of their own look at.
 */
export function startOwnShop(options: { dataDir: string; env?: Record<string, string> }): Promise<RunningShop> {
  cpSync(join(prepared(), 'pgdata'), join(options.dataDir, 'pgdata'), { recursive: true })
  return startShop({ ...options, env: { DEMO: '0', ...options.env } })
}
