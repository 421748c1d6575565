import type { OpenBusiness } from '#contract/privacy/calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
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
  /** Open business that staff saw and accepted; if undefined, the erasure is refused while anything is open. */
  acknowledged: OpenBusiness | 'whatever is open' | undefined
}

/**
 * Erases a member for staff who have seen the open business. While the member's row is locked, nothing more can begin:
 * a concurrent order is either placed before and counts as open, or is refused.
 */
export async function eraseMember(
  trx: Transaction,
  actor: Actor,
  { userId, reason, month, acknowledged }: EraseMemberRequest,
): Promise<Result<{ erased: ErasureResult }, EraseRefusal | (Refusal<'open' | 'stale'> & { open: OpenBusiness })>> {
  if (!(await lockPerson(trx, userId))) return refuse({ code: 'not_found' })
  const open = await findOpenBusiness(trx, userId, month)
  if (acknowledged === undefined && !isNothingOpen(open)) return refuse({ code: 'open', open })
  if (typeof acknowledged === 'object' && !isSame(open, acknowledged)) return refuse({ code: 'stale', open })
  return eraseUser(trx, actor, userId, reason)
}

const isSame = (a: OpenBusiness, b: OpenBusiness): boolean =>
  (['orders', 'balances', 'months'] as const).every((kind) => a[kind].join() === b[kind].join())
