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
import { workOnMails } from './mail/mail.jobs.ts'
import { cleanAttempts } from './member/attempts.ts'
import { cleanSessions } from './member/sessions.ts'
import type { ReadyPage } from './page/make-pages.ts'
import { makePageCache } from './page/page-cache.ts'
import type { Services } from './services.ts'
import { openSettings } from './settings/settings.ts'
import { makeSigner } from './signer.ts'
import { cleanIncoming } from './upload/receive-upload.ts'

export type Shop = { services: Services; startWork(): Promise<void>; close(): Promise<void> }

/** Brings the database up to date, fills an empty one with the demo shop, and makes what the areas need. */
export async function openShop(
  config: Config,
  env: NodeJS.ProcessEnv,
  connection: Connection,
  onError: (error: unknown) => void,
): Promise<Shop> {
  try {
    await migrate(connection)
    if (config.demo && (await isEmptyShop(connection.db))) await seedDemoShop(connection, config.dataDir)
    return await makeShop(config, env, connection, onError)
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
): Promise<Shop> {
  const { db } = connection
  const [settings, jobs] = await Promise.all([openSettings(db, env), startJobs(connection, onError)])
  const pageCache = makePageCache<ReadyPage>(config.pageCacheBytes)
  const network = openLiveNetwork(connection, onError)
  const signer = makeSigner(config.secret)
  const services: Services = { config, connection, db, settings, jobs, network, pageCache, signer }
  // Settings first: a page rendered anew must not show the old ones.
  const changes = await watchChanges(connection, (tags) => {
    const reloaded = tags === 'all' || tags.includes('settings') ? settings.reload() : Promise.resolve()
    reloaded.catch(onError).finally(() => pageCache.invalidate(tags))
  })
  return {
    services,
    async startWork() {
      await workOnMails(services)
      network.start()
      await jobs.work('clean', async () => {
        await cleanCarts(db)
        await cleanPlacements(db)
        await cleanAttempts(db)
        await cleanSessions(db)
        await cleanChanges(db)
        await cleanIncoming(config.dataDir)
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
