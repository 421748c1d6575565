import type { FastifyInstance } from 'fastify'
import { mailServerCall, saveMailServerCall, sendTestMailCall } from '#contract/mail/mail-server.ts'
import { fieldProblem, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Limit } from '#server/identity/credentials/attempts.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { readMailServer, saveMailServer, showMailServer } from './mail-server.ts'
import { sendTestMail } from './send-test-mail.ts'

const TEST_MAILS: Limit = { kind: 'test mail of', most: 20, seconds: 3600 }

/** Lets owners enter the mail server and try it. */
export function mailServerRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services
  const { permitted } = makeStaffPolicies(services)
  const limit = makeLimit(services)

  serve(app, mailServerCall, permitted(mailServerCall), () => showMailServer(db, config))

  serve(app, saveMailServerCall, permitted(saveMailServerCall), async ({ body, caller: { actor } }) => {
    const { expected_version: expectedVersion, ...server } = body
    const saved = await inTransaction(db, (trx) => saveMailServer(trx, actor, { ...server, expectedVersion }, config))
    const current = await showMailServer(db, config)
    if (!saved.ok) throw problem(saved.refusal.code, 'Someone else changed the mail server.', { current })
    return current
  })

  serve(app, sendTestMailCall, permitted(sendTestMailCall), async ({ body: { to }, caller }) => {
    await limit([{ ...TEST_MAILS, key: String(caller.id) }])
    const sent = await sendTestMail(services, await readMailServer(db, config), to)
    if (!sent.ok) {
      throw fieldProblem(sent.refusal.code, 'to', `The mail server didn’t take the email: ${sent.refusal.reply}`)
    }
    await inTransaction(db, (trx) =>
      recordAction(trx, caller.actor, {
        action: 'mail_server.tested',
        subject: { kind: 'shop', id: 'mail server' },
        after: { to },
      }),
    )
    return { is_sent: sent.isSent }
  })
}
