import { hourOf, shopDayOf } from '#domain/calendar/month.ts'
import { reminderDays } from '#domain/customers/license.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { expireLicenses } from './expire-licenses.ts'
import { findExpiringLicenses } from './license.queries.ts'
import { sendLicenseReminders } from './send-license-reminders.ts'

/** Licenses per transaction; visitors' requests run between two batches. */
const BATCH_SIZE = 200
const DAY_MS = 86_400_000
/** Reminders are sent in the daytime only. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20] as const

type LicenseJobDeps = Pick<Services, 'db' | 'jobs'>

export const processLicenseJobs = (services: LicenseJobDeps): Promise<void> =>
  services.jobs.work('licenses', async () => {
    await processLicenses(services, Date.now())
  })

/** Runs the job for an instant: marks expired licenses and, in the daytime, sends reminders. Returns both counts. */
export async function processLicenses(
  { db, jobs }: LicenseJobDeps,
  now: number,
): Promise<{ expired: number; reminded: number }> {
  const today = shopDayOf(now)
  let expired = 0
  for (;;) {
    const batchCount = await inTransaction(db, (trx) => expireLicenses(trx, today, BATCH_SIZE, jobs))
    expired += batchCount
    if (batchCount < BATCH_SIZE) break
  }
  let reminded = 0
  if (now < hourOf(today, FIRST_HOUR) || now >= hourOf(today, LAST_HOUR)) return { expired, reminded }
  const lastDay = new Date(Date.parse(today) + reminderDays[0] * DAY_MS).toISOString().slice(0, 10)
  let cursor = { expiresOn: today, id: 0 }
  for (;;) {
    const licenses = await findExpiringLicenses(db, { from: today, until: lastDay }, cursor, BATCH_SIZE)
    if (licenses.length > 0)
      reminded += await inTransaction(db, (trx) => sendLicenseReminders(trx, licenses, today, jobs))
    const last = licenses.at(-1)
    if (!last || licenses.length < BATCH_SIZE) return { expired, reminded }
    cursor = { expiresOn: last.expires_on, id: last.id }
  }
}
