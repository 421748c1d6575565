import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { markExpired } from './license.queries.ts'

/** Recorded as the actor in histories. */
const CALENDAR: Actor = { kind: 'system', job: 'calendar' }

/**
 * Marks at most `limit` expired licenses and emails their owners, each once; returns the number marked. Checkout does
 * not depend on the mark: it compares dates.
 */
export async function expireLicenses(
  trx: Transaction,
  today: string,
  limit: number,
  jobs: Pick<Jobs, 'queue'>,
): Promise<number> {
  const expired = await markExpired(trx, today, limit)
  for (const { id, expires_on } of expired) {
    const subject = { kind: 'member', id } as const
    await recordAction(trx, CALENDAR, { action: 'license.expired', subject, after: { expires_on } })
  }
  const mailed = expired.filter(({ should_email }) => should_email)
  await jobs.queue(
    trx,
    'mail',
    mailed.map(({ id }) => ({ mail: 'license_expired' as const, user_id: id })),
  )
  return expired.length
}
