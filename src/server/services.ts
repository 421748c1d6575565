import type { LiveNetwork } from './bonus/live/live-network.ts'
import type { Config } from './config.ts'
import type { Connection, Database } from './database/connect.ts'
import type { Jobs } from './jobs.ts'
import type { ReadyPage } from './page/make-pages.ts'
import type { PageCache } from './page/page-cache.ts'
import type { Settings } from './settings/settings.ts'
import type { Signer } from './signer.ts'

/** What the server's areas are given; made once, in main.ts and in tests. */
export type Services = {
  config: Config
  connection: Connection
  db: Database
  settings: Settings
  signer: Signer
  jobs: Jobs
  network: LiveNetwork
  pageCache: PageCache<ReadyPage>
}
