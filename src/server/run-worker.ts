import { openLog } from './http/request-log.ts'
import { openShop } from './open-shop.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import type { Running } from './running.ts'

/** Runs jobs and schedules for any number of web processes. */
export async function runWorker(config: Config): Promise<Running> {
  const { databaseUrl, dataDir, databasePoolSize: poolSize } = config
  const connection = await openDatabase({ databaseUrl, dataDir, poolSize, mode: 'serve' })
  const log = openLog(config.logLevel)
  const shop = await openShop(
    config,
    process.env,
    connection,
    (error) => log.error({ err: error }, 'background work'),
    (details, message) => log.warn(details, message),
  )
  await shop.startWork()
  return { announcement: 'The worker is at work.\n', close: shop.close }
}
