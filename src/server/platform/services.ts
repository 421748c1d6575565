import type { Config } from './config.ts'
import type { Signer } from './crypto/signer.ts'
import type { Connection, Database } from './database/connection.ts'
import type { FileStore } from './files/file-store.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Settings } from './settings/settings.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Services available to the server's modules; created once, in main.ts and in tests. */
export type Services = {
  config: Config
  connection: Connection
  db: Database
  settings: Settings
  signer: Signer
  jobs: Jobs
  files: FileStore
  /** Set if the environment enables traces. */
  tracing?: Tracing | undefined
}
