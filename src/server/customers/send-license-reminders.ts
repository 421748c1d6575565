import { findDueReminder } from '#domain/customers/license.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type ExpiringLicense, recordReminders } from './license.queries.ts'

/**
 * Queues the reminders due on a day (docs/back-office §4) and returns their number. Each is a row that only one
 * transaction can insert, so concurrent and repeated runs send it once.
 */
export async function sendLicenseReminders(
  trx: Transaction,
  licenses: readonly ExpiringLicense[],
  today: string,
  jobs: Pick<Jobs, 'queue'>,
): Promise<number> {
  const due = licenses.flatMap(({ id, expires_on, decided_on }) => {
    const days = findDueReminder(expires_on, today, decided_on)
    return days === undefined ? [] : [{ user_id: id, expires_on, days_before: days }]
  })
  const recorded = due.length === 0 ? [] : await recordReminders(trx, due)
  await jobs.queue(
    trx,
    'mail',
    recorded.map(({ user_id, expires_on }) => ({ mail: 'license_reminder' as const, user_id, expires_on })),
  )
  return recorded.length
}
