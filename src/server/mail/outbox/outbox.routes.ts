import type { FastifyInstance } from 'fastify'
import { mailCall, mailPageCall, mailsCall, resendMailCall, retryMailsCall } from '#contract/mail/outbox.ts'
import type { Role } from '#contract/permissions.ts'
import { refuse } from '#domain/result.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { framedMailHeaders } from '../texts/framed-mail.ts'
import { listOutbox, openMail } from './list-outbox.ts'
import { resendMessages } from './outbox.errors.ts'
import { resendMail } from './resend-mail.ts'
import { retryChosenEmails } from './retry-emails.ts'

/** Sent and queued emails of the shop (docs/back-office §6). */
export function outboxRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs } = services
  const { permitted } = makeStaffPolicies(services)
  const requireMail = async (role: Role, id: string) => {
    const mail = await openMail(services, role, id)
    if (!mail) throw notFound()
    return mail
  }

  serve(app, mailsCall, permitted(mailsCall), ({ query, caller }) => listOutbox(services, caller.role, query))

  serve(app, mailCall, permitted(mailCall), ({ params, caller }) => requireMail(caller.role, params.mail_id))

  serve(app, mailPageCall, permitted(mailPageCall), async ({ params, caller, reply }) => {
    const { content } = await requireMail(caller.role, params.mail_id)
    if (!content) throw notFound()
    return reply.headers(framedMailHeaders).send(content.html)
  })

  serve(app, resendMailCall, permitted(resendMailCall), async ({ params: { mail_id: id }, body, caller }) => {
    const mail = await requireMail(caller.role, id)
    const input = { id, expectedVersion: body.expected_version }
    const result =
      mail.content === null
        ? refuse({ code: 'nothing_to_resend' })
        : await inTransaction(db, (trx) => resendMail(trx, caller.actor, input, jobs))
    const current = await requireMail(caller.role, id)
    if (!result.ok) throw problem(result.refusal.code, resendMessages[result.refusal.code], { current })
    return current
  })

  serve(app, retryMailsCall, permitted(retryMailsCall), async ({ body, caller }) => {
    const outcome = await inTransaction(db, (trx) => retryChosenEmails(trx, caller.actor, body.mail_ids, jobs))
    if (!outcome.ok) throw new Error(outcome.refusal)
    return { retried: outcome.retried }
  })
}
