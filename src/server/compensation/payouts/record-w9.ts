import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockForm, saveForm } from './payout.queries.ts'

export type W9Refusal = { code: 'not_found' } | { code: 'stale'; on: string | null } | { code: 'date_in_future' }

/** Records the date of a member's W-9 form on file (docs/back-office §5), based on the value that the client saw. */
export async function recordW9(
  trx: Transaction,
  actor: Actor,
  { memberId, on, expected, today }: { memberId: number; on: string | null; expected: string | null; today: string },
): Promise<Result<NoValue, W9Refusal>> {
  const form = await lockForm(trx, memberId)
  if (!form) return refuse({ code: 'not_found' })
  if (form.w9_on !== expected) return refuse({ code: 'stale', on: form.w9_on })
  if (on !== null && on > today) return refuse({ code: 'date_in_future' })
  if (on === expected) return { ok: true }
  await saveForm(trx, memberId, on, formatActorName(actor))
  await recordAction(trx, actor, {
    action: 'member.w9_recorded',
    subject: { kind: 'member', id: memberId },
    before: { w9_on: expected },
    after: { w9_on: on },
  })
  return { ok: true }
}
