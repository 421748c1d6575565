import { cleanChanges } from './bonus/live/clean-changes.ts'
import { openLiveNetwork } from './bonus/live/live-network.ts'
import { cleanCarts } from './cart/clean-carts.ts'
import { cleanPlacements } from './checkout/clean-placements.ts'
import type { Config } from './config.ts'
import { watchChanges } from './database/changes.ts'
import type { Connection } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { isEmptyShop, seedDemoShop } from './demo/seed-demo-shop.ts'
import { startJobs } from './jobs.ts'
import { keepFailed, type Warn, workOnMails } from './mail/mail.jobs.ts'
import { cleanAttempts } from './member/attempts.ts'
import { cleanEmailChanges } from './member/clean-email-changes.ts'
import { cleanInvitations } from './member/open-invitations.ts'
import { cleanSessions } from './member/sessions.ts'
import { makeDropChanged } from './page/drop-changed.ts'
import type { ReadyPage } from './page/make-pages.ts'
import { makePageCache } from './page/page-cache.ts'
import type { Services } from './services.ts'
import { openSettings } from './settings/settings.ts'
import { makeSigner } from './signer.ts'
import { cleanIncoming } from './upload/receive-upload.ts'
import { sweepFiles } from './upload/sweep-files.ts'

export type Shop = { services: Services; startWork(): Promise<void>; close(): Promise<void> }

/** Migrates the database, fills an empty one with the demo shop, and makes what the areas need. */
export async function openShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  connection: Connection,
  onError: (error: unknown) => void,
  warn: Warn,
): Promise<Shop> {
  try {
    await migrate(connection)
    if (config.demo && (await isEmptyShop(connection.db))) await seedDemoShop(connection, config.dataDir)
    return await makeShop(config, env, connection, onError, warn)
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function makeShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  connection: Connection,
  onError: (error: unknown) => void,
  warn: Warn,
): Promise<Shop> {
  const { db } = connection
  const [settings, jobs] = await Promise.all([openSettings(db, env), startJobs(connection, onError)])
  const pageCache = makePageCache<ReadyPage>(config.pageCacheBytes)
  const network = openLiveNetwork(connection, onError)
  const signer = makeSigner(config.secret, config.secretPrevious)
  const services: Services = { config, connection, db, settings, jobs, network, pageCache, signer }
  const changes = await watchChanges(connection, makeDropChanged(services, onError))
  return {
    services,
    async startWork() {
      await workOnMails(services, warn)
      network.start()
      await jobs.work('clean', async () => {
        await keepFailed(db)
        await cleanCarts(db)
        await cleanPlacements(db)
        await cleanAttempts(db)
        await cleanInvitations(db)
        await cleanSessions(db)
        await cleanEmailChanges(db)
        await cleanChanges(db)
        await cleanIncoming(config.dataDir)
        await sweepFiles(db, config.dataDir)
      })
    },
    async close() {
      await changes.close()
      await network.close()
      await jobs.stop()
      await connection.close()
    },
  }
}
