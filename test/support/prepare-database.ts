import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'

/** Migrates an empty database, to be copied. */
export async function prepareDatabase(databaseUrl: string | undefined, dataDir: string): Promise<void> {
  const connection = await openDatabase({ databaseUrl, dataDir, durable: false, mode: 'serve' })
  try {
    await migrate(connection)
    // Creates the job tables as well, which would cost every suite a second.
    await (await startJobs(connection, rethrow)).stop()
  } finally {
    await connection.close()
  }
}

const rethrow = (error: unknown): never => {
  throw error
}
