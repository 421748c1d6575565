import '#server/platform/files/private-files.ts'
import { DemoNotFilled } from '#server/demo/demo-not-filled.ts'
import { fillEmptyShop } from '#server/demo/fill-empty-shop.ts'
import { prepareMonths } from '#server/identity/audit/audit-sealer.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** The part of a server that loads the demo shop: fills an empty database, or reports why it does not. */
const config = readConfig(process.env)
const { databaseUrl, dataDir } = config
const connection = await openDatabase({ databaseUrl, dataDir, mode: 'serve', durable: false })
try {
  await migrate(connection)
  await prepareMonths(connection.db)
  await fillEmptyShop(connection, config, new Date())
} catch (error) {
  if (!(error instanceof DemoNotFilled)) throw error
  process.stderr.write(error.message)
  process.exitCode = 1
}
await connection.close()
