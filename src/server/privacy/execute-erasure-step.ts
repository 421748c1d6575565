import { monthOf } from '#domain/calendar/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type ErasureResult, eraseUser } from './erase-personal-data.ts'
import { lockPendingErasure, setFinalMailQueued } from './erasure.queries.ts'
import { isNothingOpen } from './is-nothing-open.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { lockPerson } from './person.queries.ts'

const actor = { kind: 'system', job: 'erasures' } as const

/**
 * Runs the next step of a due erasure. It waits while something is open, then queues the last email, and erases the
 * member once that was sent; the queued email is deleted together with their address. Returns undefined unless the
 * member was erased now.
 */
export async function executeErasureStep(
  trx: Transaction,
  userId: UserId,
  { now: at, jobs }: { now: Date; jobs: Pick<Jobs, 'queue'> },
): Promise<ErasureResult | undefined> {
  // While their row is locked, they cannot start an order.
  await lockPerson(trx, userId)
  const pending = await lockPendingErasure(trx, userId, at)
  if (!pending || !isNothingOpen(await findOpenBusiness(trx, userId, monthOf(at.getTime())))) return undefined
  if (!pending.farewell) {
    await setFinalMailQueued(trx, userId, at)
    await jobs.queue(trx, 'mail', [{ mail: 'erasure_ends', user_id: userId }])
    return undefined
  }
  if (!pending.mailed) return undefined
  const result = await eraseUser(trx, actor, userId, 'Asked for in the account')
  return result.ok ? result.erased : undefined
}
