import { recordOperation } from '#server/operations/status/record-operation.ts'
import { emailNewAlerts } from '#server/operations/status/status.jobs.ts'
import { makeSealer } from '#server/platform/crypto/sealer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { verifyShop } from './verify-shop.ts'

type VerifyJobDeps = Parameters<typeof emailNewAlerts>[0] & Pick<Services, 'config' | 'connection'>

/** Checks every sum and reference each night, like `shop verify`, and reports differences immediately. */
export const registerVerifyJob = (services: VerifyJobDeps): Promise<void> =>
  services.jobs.work('verify', () => verifyNightly(services))

export async function verifyNightly(services: VerifyJobDeps): Promise<void> {
  const { config, connection, db, files } = services
  const sealer = makeSealer(config.secret, config.secretPrevious)
  const { findings } = await verifyShop(db, config.dataDir, undefined, sealer, files, connection)
  await inTransaction(db, (trx) =>
    recordOperation(trx, 'verify', { findings: findings.length, note: findings[0] ?? '' }),
  )
  if (findings.length > 0) await emailNewAlerts(services)
}
