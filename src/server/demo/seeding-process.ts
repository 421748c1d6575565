import { once } from 'node:events'
import { openSecondaryPool } from '#server/platform/database/connect.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { operatorErrorMessage } from '#server/platform/operator-error-message.ts'
import { seedDemoShop } from './seed-demo-shop.ts'
import type { SeedTask } from './seed-in-child-process.ts'

// Exits when the shop that started this process has exited, since nothing waits for it anymore.
process.once('disconnect', () => process.exit(1))
const [{ pool, config, endpoint, now }] = (await once(process, 'message')) as [SeedTask]
const connection = openSecondaryPool(pool)
let code = 0
try {
  const s3 = config.s3 && endpoint !== undefined ? { ...config.s3, endpoint: new URL(endpoint) } : undefined
  await seedDemoShop(connection, config, now, await openFiles({ ...config, s3 }))
} catch (error) {
  const message = operatorErrorMessage(error)
  if (message === undefined) throw error
  process.stderr.write(`${message}\n`)
  code = 1
} finally {
  await connection.close()
}
process.exit(code)
