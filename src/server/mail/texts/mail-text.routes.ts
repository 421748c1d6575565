import type { FastifyInstance } from 'fastify'
import {
  changeMailTextCall,
  mailTextCall,
  mailTextsCall,
  previewMailTextCall,
  previewMailTextPageCall,
  resetMailTextCall,
} from '#contract/mail/texts.ts'
import { checkMailText, type MailText } from '#domain/mail/mail-template.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { changeMailText, type MailTextChange } from './change-mail-text.ts'
import { framedMailHeaders } from './framed-mail.ts'
import { listMailTexts, readMailText } from './list-mail-texts.ts'
import { mailTextProblem } from './mail-text.errors.ts'
import { isMailTextKey, type MailTextKey, mailTexts } from './mail-texts.ts'
import { previewMailText } from './preview-mail-text.ts'

const CHANGED = 'Someone else changed this email in the meantime. Your change wasn’t saved.'

/** Texts of the shop's emails, editable by owners (docs/back-office §6). */
export function mailTextRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, mailTextsCall, permitted(mailTextsCall), async () => ({ data: await listMailTexts(db) }))
  serve(app, mailTextCall, permitted(mailTextCall), ({ params }) => readMailText(db, requireKey(params.mail)))

  async function change(actor: Actor, input: MailTextChange) {
    const result = await inTransaction(db, (trx) => changeMailText(trx, actor, input))
    if (result.ok) return readMailText(db, input.mail)
    if (result.refusal.code === 'invalid') throw mailTextProblem(result.refusal.faults)
    throw problem(result.refusal.code, CHANGED, { current: await readMailText(db, input.mail) })
  }

  serve(app, changeMailTextCall, permitted(changeMailTextCall), ({ params, body, caller }) => {
    const { subject, body: text, expected_version: expectedVersion, reason } = body
    return change(caller.actor, {
      mail: requireKey(params.mail),
      text: { subject, body: text },
      expectedVersion,
      reason,
    })
  })
  serve(app, resetMailTextCall, permitted(resetMailTextCall), ({ params, body, caller }) =>
    change(caller.actor, {
      mail: requireKey(params.mail),
      text: 'default',
      expectedVersion: body.expected_version,
      reason: body.reason || undefined,
    }),
  )

  async function preview(key: string, text: MailText, orderId: number | undefined) {
    const mail = requireKey(key)
    const faults = checkMailText(text, mailTexts[mail].placeholders)
    if (faults.length > 0) throw mailTextProblem(faults)
    const result = await previewMailText(services, mail, text, orderId)
    if (!result) throw fieldProblem('order_not_found', 'order_id', `There is no order ${orderId}.`)
    return result
  }
  serve(app, previewMailTextCall, permitted(previewMailTextCall), async ({ params, body: { order_id, ...text } }) => {
    const { mail, order_id: previewedOrderId } = await preview(params.mail, text, order_id)
    return { subject: mail.subject, html: mail.html, text: mail.text, order_id: previewedOrderId }
  })
  serve(app, previewMailTextPageCall, permitted(previewMailTextPageCall), async ({ params, body, reply }) => {
    const { order_id, ...text } = body
    const { mail } = await preview(params.mail, text, order_id)
    return reply.headers(framedMailHeaders).send(mail.html)
  })
}

function requireKey(mail: string): MailTextKey {
  if (!isMailTextKey(mail)) throw notFound()
  return mail
}
