import type { NewChild } from '#contract/compensation/sales.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { isKnownState } from '#server/content/is-known-state.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { upsertInvitation } from './invitation.queries.ts'

export type InviteRefusal = Refusal<'state_not_found' | 'own_email' | 'invitation_declined'>
type Inviter = { id: UserId; email: string }

/** Checks that refuse an invitation before the attempt is counted. */
export async function checkInvitation(
  db: Database,
  inviter: Inviter,
  form: NewChild,
): Promise<Result<NoValue, Exclude<InviteRefusal, { code: 'invitation_declined' }>>> {
  if (!(await isKnownState(db, form.state))) return refuse({ code: 'state_not_found' })
  return form.email === inviter.email ? refuse({ code: 'own_email' }) : { ok: true }
}

/**
 * Invites a person into the member's direct line by a mailed link. The result is the same whether or not the email has
 * an account or other invitations (docs/back-office §4).
 */
export async function invite(
  trx: Transaction,
  inviter: Inviter,
  form: NewChild,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<NoValue, Refusal<'invitation_declined'>>> {
  const id = await upsertInvitation(trx, inviter.id, form)
  if (id === undefined) return refuse({ code: 'invitation_declined' })
  await jobs.queue(trx, 'mail', [{ mail: 'added_by_sponsor', invitation_id: id }])
  return { ok: true }
}
