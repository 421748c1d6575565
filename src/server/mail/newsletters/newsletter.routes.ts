import type { FastifyInstance } from 'fastify'
import {
  deliveriesCall,
  discardNewsletterCall,
  newsletterCall,
  newslettersCall,
  resumeNewsletterCall,
  saveNewsletterCall,
  sendNewsletterCall,
  setBouncedCall,
  stopNewsletterCall,
  subscribersExportCall,
  testNewsletterCall,
  writeNewsletterCall,
} from '#contract/mail/admin-newsletter.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import type { Refusal } from '#domain/result.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { streamSubscribers } from './export-subscribers.ts'
import { listDeliveries, listNewsletters, readNewsletter } from './list-newsletters.ts'
import { readSubscriber } from './list-subscribers.ts'
import { conflictMessages, newsletterProblem, noSubscribersProblem } from './newsletter.errors.ts'
import { discardNewsletter, saveNewsletter, writeNewsletter } from './save-newsletter.ts'
import { setBounced } from './set-bounced.ts'
import { resumeNewsletter, startNewsletter, stopNewsletter } from './start-newsletter.ts'
import { testNewsletter } from './test-newsletter.ts'

/** Newsletters: drafts, test emails, sending, stopping and results (docs/back-office §4). */
export function newsletterRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const requireNewsletter = async (id: number) => {
    const newsletter = await readNewsletter(services, id)
    if (!newsletter) throw notFound()
    return newsletter
  }
  const refusalProblem = async (id: number, { code }: Refusal<'not_found' | keyof typeof conflictMessages>) =>
    code === 'not_found' ? notFound() : problem(code, conflictMessages[code], { current: await requireNewsletter(id) })

  serve(app, newslettersCall, permitted(newslettersCall), ({ query }) => listNewsletters(db, query))

  serve(app, newsletterCall, permitted(newsletterCall), ({ params }) => requireNewsletter(params.newsletter_id))

  serve(app, deliveriesCall, permitted(deliveriesCall), async ({ params, query }) => {
    await requireNewsletter(params.newsletter_id)
    return listDeliveries(db, params.newsletter_id, query)
  })

  serve(app, writeNewsletterCall, permitted(writeNewsletterCall), async ({ body, caller }) => {
    const { id } = await inTransaction(db, (trx) => writeNewsletter(trx, caller.actor, body))
    return requireNewsletter(id)
  })

  serve(app, saveNewsletterCall, permitted(saveNewsletterCall), async ({ params, body, caller }) => {
    const { newsletter_id: id } = params
    const { expected_version: expectedVersion, ...text } = body
    const result = await inTransaction(db, (trx) =>
      saveNewsletter(trx, caller.actor, { expected: { id, expectedVersion }, text }),
    )
    if (!result.ok) throw await refusalProblem(id, result.refusal)
    return requireNewsletter(id)
  })

  serve(app, discardNewsletterCall, permitted(discardNewsletterCall), async ({ params, body, caller }) => {
    const expected = { id: params.newsletter_id, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => discardNewsletter(trx, caller.actor, expected))
    if (!result.ok) throw await refusalProblem(expected.id, result.refusal)
    return {}
  })

  serve(app, testNewsletterCall, permitted(testNewsletterCall), async ({ params, body, caller }) => {
    const expected = { id: params.newsletter_id, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => testNewsletter(trx, caller.actor, expected, services))
    if (result.ok) return requireNewsletter(expected.id)
    if (result.refusal.code === 'invalid') throw newsletterProblem(result.refusal.faults)
    throw await refusalProblem(expected.id, result.refusal)
  })

  serve(app, sendNewsletterCall, permitted(sendNewsletterCall), async ({ params, body, caller }) => {
    const expected = { id: params.newsletter_id, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => startNewsletter(trx, caller.actor, expected, services))
    if (result.ok) return requireNewsletter(expected.id)
    if (result.refusal.code === 'invalid') throw newsletterProblem(result.refusal.faults)
    if (result.refusal.code === 'no_subscribers') throw noSubscribersProblem()
    throw await refusalProblem(expected.id, result.refusal)
  })

  serve(app, stopNewsletterCall, permitted(stopNewsletterCall), async ({ params: { newsletter_id: id }, caller }) => {
    const result = await inTransaction(db, (trx) => stopNewsletter(trx, caller.actor, id))
    if (!result.ok) throw await refusalProblem(id, result.refusal)
    return requireNewsletter(id)
  })

  serve(app, resumeNewsletterCall, permitted(resumeNewsletterCall), async ({ params, caller }) => {
    const { newsletter_id: id } = params
    const result = await inTransaction(db, (trx) => resumeNewsletter(trx, caller.actor, id, services))
    if (!result.ok) throw await refusalProblem(id, result.refusal)
    return requireNewsletter(id)
  })

  serve(app, setBouncedCall, permitted(setBouncedCall), async ({ params: { subscriber_id: id }, body, caller }) => {
    const result = await inTransaction(db, (trx) => setBounced(trx, caller.actor, { id, bounced: body.bounced }))
    const subscriber = result.ok ? await readSubscriber(db, id) : undefined
    if (!subscriber) throw notFound()
    return subscriber
  })

  serve(app, subscribersExportCall, permitted(subscribersExportCall), ({ caller, reply }) =>
    sendExport(db, reply, {
      actor: caller.actor,
      entry: { action: 'subscribers.exported', subject: { kind: 'shop', id: 'newsletter' } },
      name: `subscribers-${shopDayOf(Date.now())}`,
      lines: streamSubscribers(db),
    }),
  )
}
