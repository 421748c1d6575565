import { getLiveSocketPath } from './compensation/live/live-socket.ts'
import { serveLiveRole } from './compensation/live/serve-live-role.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database/connect.ts'
import { migrate } from './platform/database/migrate.ts'
import type { Running } from './running.ts'

/** Keeps the months in memory, once for all processes of this machine. */
export async function runLive(config: Config): Promise<Running> {
  const { databaseUrl, dataDir } = config
  const socketPath = getLiveSocketPath(config)
  const connection = await openDatabase({ databaseUrl, dataDir, poolSize: 1, mode: 'serve' })
  await migrate(connection)
  const live = await serveLiveRole(connection, socketPath)
  return {
    announcement: `The months in memory are asked at ${socketPath}\n`,
    async close() {
      await live.close()
      await connection.close()
    },
  }
}
