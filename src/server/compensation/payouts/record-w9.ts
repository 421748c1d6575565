import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockForm, saveForm } from './payout.queries.ts'

export type W9Refusal = Refusal<'not_found' | 'form_in_future'> | { code: 'stale'; on: string | null }

/** Version of the record of a W-9 form. */
export const w9Version = (on: string | null): string => on ?? 'none'

/** Records the date of a member's W-9 form on file (docs/back-office §5), based on the version that the client saw. */
export async function recordW9(
  trx: Transaction,
  actor: Actor,
  {
    memberId,
    on,
    expectedVersion,
    today,
  }: { memberId: number; on: string | null; expectedVersion: string; today: string },
): Promise<Result<NoValue, W9Refusal>> {
  const form = await lockForm(trx, memberId)
  if (!form) return refuse({ code: 'not_found' })
  if (w9Version(form.w9_on) !== expectedVersion) return refuse({ code: 'stale', on: form.w9_on })
  if (on !== null && on > today) return refuse({ code: 'form_in_future' })
  if (on === form.w9_on) return { ok: true }
  await saveForm(trx, memberId, on, formatActorName(actor))
  await recordAction(trx, actor, {
    action: 'member.w9_recorded',
    subject: { kind: 'member', id: memberId },
    before: { w9_on: form.w9_on },
    after: { w9_on: on },
  })
  return { ok: true }
}
