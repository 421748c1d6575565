import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningShop, startShop } from '../../bench/support/server.ts'
import { dataDir } from './e2e-helpers.ts'
import { prepareDatabase } from './prepare-database.ts'

const preparedDir = () => join(dataDir(), 'prepared')

/** Creates the data directory that end-to-end shops start from; runs once before the first of them. */
export const prepareDedicatedShops = (): Promise<void> => prepareDatabase(undefined, preparedDir())

/**
 * Starts an unconfigured shop in an empty directory on a migrated database: migrating takes twice as long as the
 * rest of the start, and dedicated tests cover it.
 */
export function startDedicatedShop(options: { dataDir: string; env?: Record<string, string> }): Promise<RunningShop> {
  cpSync(join(preparedDir(), 'pgdata'), join(options.dataDir, 'pgdata'), { recursive: true })
  return startShop({ ...options, env: { DEMO: '0', ...options.env } })
}
