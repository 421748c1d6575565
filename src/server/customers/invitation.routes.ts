import type { FastifyInstance } from 'fastify'
import { declineInvitationCall, invitationLinkCall, passwordLinkCall } from '#contract/customers/invitation.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { linkExpiredProblem, linkGoneProblem } from './account.errors.ts'
import { declineInvitation } from './decline-invitation.ts'
import { findInvitation } from './invitation.queries.ts'
import { findPasswordLink } from './password-link.queries.ts'

/** Possession of the mailed link proves access to the mailbox. Invitations are accepted by POST /password/reset. */
export function invitationRoutes(app: FastifyInstance, { db }: Services): void {
  serve(app, passwordLinkCall, anyone, async ({ params }) => {
    const tokenHash = hashToken(params.token)
    const invitation = await findInvitation(db, tokenHash)
    if (!invitation) {
      if (!(await findPasswordLink(db, tokenHash))) throw linkGoneProblem()
      return { invitation: null }
    }
    const { first_name, last_name, inviter_first_name, inviter_last_name } = invitation
    return { invitation: { inviter: `${inviter_first_name} ${inviter_last_name}`, first_name, last_name } }
  })

  serve(app, invitationLinkCall, anyone, async ({ params }) => {
    if (!(await findInvitation(db, hashToken(params.token)))) throw linkGoneProblem()
    return {}
  })

  serve(app, declineInvitationCall, anyone, async ({ body }) => {
    const tokenHash = hashToken(body.token)
    const declined = await inTransaction(db, (trx) => declineInvitation(trx, tokenHash))
    if (!declined.ok) throw linkExpiredProblem()
    return {}
  })
}
