import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { evaluateHealth } from './evaluate-health.ts'
import { replaceAlerts } from './metrics.queries.ts'
import { readMetrics, type StatusServices } from './read-metrics.ts'

type StatusJobDeps = StatusServices & Pick<Services, 'jobs' | 'settings'>

export const registerStatusJob = (services: StatusJobDeps): Promise<void> =>
  services.jobs.work('status', () => emailNewAlerts(services))

/**
 * Emails the shop about new problems since the last email; a problem that was resolved is emailed again if it returns.
 */
export async function emailNewAlerts(services: StatusJobDeps, now = new Date()): Promise<void> {
  const { db, jobs, settings } = services
  const checks = evaluateHealth(await readMetrics(services), now)
  const broken = checks.flatMap(({ check, state, message, advice = '' }) =>
    state === 'critical' ? [{ check, says: message, advice }] : [],
  )
  await inTransaction(db, async (trx) => {
    const added = await replaceAlerts(trx, broken)
    if (added > 0 && settings.get('shop_email') !== '') {
      await jobs.queue(trx, 'mail', [{ mail: 'status', todo: true }])
    }
  })
}
