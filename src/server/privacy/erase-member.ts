import type { OpenBusiness } from '#contract/privacy/calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { hashVersion } from '#server/platform/crypto/hash-version.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type EraseRefusal, type ErasureResult, eraseUser } from './erase-personal-data.ts'
import { isNothingOpen } from './is-nothing-open.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { lockPerson } from './person.queries.ts'

type EraseMemberRequest = {
  userId: UserId
  reason: string
  month: string
  /** Version of the open business that staff saw. */
  expectedVersion: string
  /** Erases despite the open business. */
  acknowledgeOpen: boolean
}

export type EraseMemberRefusal = EraseRefusal | Refusal<'open_business' | 'stale'>

export const toOpenBusinessVersion = ({ orders, balances, months }: OpenBusiness): string =>
  hashVersion(orders, balances, months)

/**
 * Erases a member for staff who have seen the open business. While the member's row is locked, nothing more can begin:
 * a concurrent order is either placed before and counts as open, or is refused.
 */
export async function eraseMember(
  trx: Transaction,
  actor: Actor,
  { userId, reason, month, expectedVersion, acknowledgeOpen }: EraseMemberRequest,
): Promise<Result<{ erased: ErasureResult }, EraseMemberRefusal>> {
  if (!(await lockPerson(trx, userId))) return refuse({ code: 'not_found' })
  const open = await findOpenBusiness(trx, userId, month)
  if (toOpenBusinessVersion(open) !== expectedVersion) return refuse({ code: 'stale' })
  if (!acknowledgeOpen && !isNothingOpen(open)) return refuse({ code: 'open_business' })
  return eraseUser(trx, actor, userId, reason)
}
