import type { FastifyInstance } from 'fastify'
import { answerMessageCall, messageCall, messagesCall, setMessageStateCall } from '#contract/messages/admin-calls.ts'
import { sendMessageCall } from '#contract/messages/calls.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Refusal, Result } from '#domain/result.ts'
import { findCaller } from '#server/customers/caller.ts'
import { MESSAGES_IN_ALL, MESSAGES_PER_EMAIL, MESSAGES_PER_IP } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { notFound, problem, wantsPage } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { answerMessage } from './answer-message.ts'
import { listMessages, readMessage } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import { setMessageState } from './set-message-state.ts'

/** The contact form, and the inbox of staff (docs/back-office §4). */
export function messageRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, sessions } = services
  const { permitted } = makeStaffPolicies(services)
  const limit = makeLimit(services)
  const requireMessage = async (id: number) => {
    const message = await readMessage(db, id)
    if (!message) throw notFound()
    return message
  }
  async function change(
    id: number,
    action: (trx: Transaction) => Promise<Result<unknown, Refusal<'not_found' | 'stale'>>>,
  ) {
    const result = await inTransaction(db, action)
    if (result.ok) return requireMessage(id)
    if (result.refusal.code === 'not_found') throw notFound()
    throw problem('stale', 'Someone else changed this message.', { current: await requireMessage(id) })
  }

  serve(app, sendMessageCall, anyone, async ({ body, request, reply }) => {
    const { website, ...message } = body
    if (website === '') {
      await limit([
        { ...MESSAGES_PER_IP, key: ipKey(request.ip) },
        { ...MESSAGES_PER_EMAIL, key: message.email.toLowerCase() },
        { ...MESSAGES_IN_ALL, key: 'shop' },
      ])
      const userId = (await findCaller(sessions, visitors, request)).session?.user.id
      const actor = { kind: 'customer', userId, address: request.ip, requestId: request.id } as const
      await inTransaction(db, (trx) => sendMessage(trx, actor, { message, userId }, services))
    }
    return wantsPage(request) ? reply.redirect(`${pagePaths.contact}?sent=1`, 303) : {}
  })

  serve(app, messagesCall, permitted(messagesCall), ({ query }) => listMessages(db, query))

  serve(app, messageCall, permitted(messageCall), ({ params }) => requireMessage(params.message_id))

  serve(app, answerMessageCall, permitted(answerMessageCall), ({ params: { message_id: id }, body, caller }) => {
    const input = { id, expectedVersion: body.expected_version, text: body.text }
    return change(id, (trx) => answerMessage(trx, caller.actor, input, services))
  })

  serve(app, setMessageStateCall, permitted(setMessageStateCall), ({ params: { message_id: id }, body, caller }) => {
    const input = { id, expectedVersion: body.expected_version, state: body.state }
    return change(id, (trx) => setMessageState(trx, caller.actor, input))
  })
}
