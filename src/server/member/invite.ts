import { messages } from '#contract/messages.ts'
import type { NewChild } from '#contract/sales.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { isKnownState } from '../content/is-known-state.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import type { Services } from '../services.ts'
import { putInvitation } from './invitation.queries.ts'
import { INVITE_BY, INVITED, makeLimit } from './limits.ts'

/**
 * Invites somebody into the member's direct line by a mailed link. The response is the same whether or not the email
 * has an account or other invitations (docs/decisions/0019). Throws 422 for the member's own email, an unknown state or
 * an invitation that was declined, and 429 beyond the limits.
 */
export async function invite(
  services: Pick<Services, 'config' | 'db' | 'jobs'>,
  inviter: { id: UserId; email: string },
  form: NewChild,
): Promise<void> {
  const { db, jobs } = services
  if (!(await isKnownState(db, form.state))) {
    throw problem(422, serverMessages.stateUnknown, { state: serverMessages.stateUnknown })
  }
  if (form.email === inviter.email) throw problem(422, messages.emailTaken, { email: messages.emailTaken })
  await makeLimit(services)([
    { ...INVITE_BY, key: String(inviter.id) },
    { ...INVITED, key: form.email },
  ])
  const isInvited = await inTransaction(db, async (trx) => {
    const id = await putInvitation(trx, inviter.id, form)
    if (id === undefined) return false
    await jobs.queue(trx, 'mail', [{ mail: 'added_by_sponsor', invitation_id: id }])
    return true
  })
  if (!isInvited) {
    throw problem(422, serverMessages.invitationWasDeclined, { email: serverMessages.invitationWasDeclined })
  }
}
