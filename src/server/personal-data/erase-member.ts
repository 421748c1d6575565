import type { OpenBusiness } from '#contract/personal-data.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type Erased, type EraseRefusal, eraseUser } from './erase-personal-data.ts'
import { isNothingOpen } from './is-nothing-open.ts'
import { findOpenBusiness } from './open-business.queries.ts'
import { lockPerson } from './person.queries.ts'

type Asked = {
  userId: UserId
  reason: string
  month: string
  /** What was shown to be open, and does not matter; undefined: nothing may be open. */
  known: OpenBusiness | 'whatever is open' | undefined
}

/**
 * Erases a member for staff, who have seen what is still open. With their row held nothing more of theirs begins: an
 * order that is placed just then is there before, and open, or comes too late.
 */
export async function eraseMember(
  trx: Transaction,
  actor: Actor,
  { userId, reason, month, known }: Asked,
): Promise<Result<{ erased: Erased }, { code: EraseRefusal } | { code: 'open' | 'changed'; open: OpenBusiness }>> {
  if (!(await lockPerson(trx, userId))) return refuse({ code: 'unknown' })
  const open = await findOpenBusiness(trx, userId, month)
  if (known === undefined && !isNothingOpen(open)) return refuse({ code: 'open', open })
  if (typeof known === 'object' && !isSame(open, known)) return refuse({ code: 'changed', open })
  const done = await eraseUser(trx, actor, userId, reason)
  return done.ok ? done : refuse({ code: done.refusal })
}

const isSame = (one: OpenBusiness, other: OpenBusiness): boolean =>
  (['orders', 'balances', 'months'] as const).every((kind) => one[kind].join() === other[kind].join())
