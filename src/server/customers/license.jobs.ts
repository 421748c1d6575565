import { hourOf, shopDayOf } from '#domain/calendar/month.ts'
import { reminderDays } from '#domain/customers/license.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { expireLicenses } from './expire-licenses.ts'
import { findRunningLicenses } from './license.queries.ts'
import { sendLicenseReminders } from './remind-of-licenses.ts'

/** Licenses per transaction; visitors' requests run between two batches. */
const BATCH = 200
const DAY_MS = 86_400_000
/** Reminders are sent in the daytime only. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20] as const

type LicenseJobDeps = Pick<Services, 'db' | 'jobs'>

export const workOnLicenses = (services: LicenseJobDeps): Promise<void> =>
  services.jobs.work('licenses', async () => {
    await watchLicenses(services, Date.now())
  })

/** Runs the job for an instant: marks expired licenses and, in the daytime, sends reminders. Returns both counts. */
export async function watchLicenses(
  { db, jobs }: LicenseJobDeps,
  at: number,
): Promise<{ expired: number; reminded: number }> {
  const today = shopDayOf(at)
  let expired = 0
  for (;;) {
    const more = await inTransaction(db, (trx) => expireLicenses(trx, today, BATCH, jobs))
    expired += more
    if (more < BATCH) break
  }
  let reminded = 0
  if (at < hourOf(today, FIRST_HOUR) || at >= hourOf(today, LAST_HOUR)) return { expired, reminded }
  const until = new Date(Date.parse(today) + reminderDays[0] * DAY_MS).toISOString().slice(0, 10)
  let after = { expiresOn: today, id: 0 }
  for (;;) {
    const running = await findRunningLicenses(db, { from: today, until }, after, BATCH)
    if (running.length > 0)
      reminded += await inTransaction(db, (trx) => sendLicenseReminders(trx, running, today, jobs))
    const last = running.at(-1)
    if (!last || running.length < BATCH) return { expired, reminded }
    after = { expiresOn: last.expires_on, id: last.id }
  }
}
