import type { FastifyInstance } from 'fastify'
import { subscribeCall } from '#contract/customers/sign-in.ts'
import { subscribersCall } from '#contract/mail/admin-newsletter.ts'
import {
  confirmNewsletterCall,
  confirmNewsletterLinkCall,
  endNewsletterCall,
  endNewsletterLinkCall,
} from '#contract/mail/newsletter.ts'
import { DEAD_LINK, UNSUBSCRIBED } from '#contract/mail/newsletter-link.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { linkExpiredProblem, linkGoneProblem } from '#server/customers/account.errors.ts'
import { wantsPage } from '#server/http/errors.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { listSubscribers } from './list-subscribers.ts'
import { settleSubscription } from './settle-subscription.ts'
import { subscribe } from './subscribe.ts'
import { findSubscriptionLink } from './subscription.queries.ts'
import { unsubscribe } from './unsubscribe.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Routes for subscribing to the newsletter, with double opt-in (docs/back-office §4). */
export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  const { db, signer } = services

  const { permitted } = makeStaffPolicies(services)

  serve(app, subscribersCall, permitted(subscribersCall), ({ query }) => listSubscribers(db, query))

  serve(app, subscribeCall, anyone, async ({ body }) => {
    await inTransaction(db, (trx) => subscribe(trx, body.email, services))
    return {}
  })

  serve(app, confirmNewsletterCall, anyone, async ({ body }) => {
    const tokenHash = hashToken(body.token)
    const result = await inTransaction(db, (trx) => settleSubscription(trx, tokenHash, 'confirmed'))
    if (!result.ok) throw linkExpiredProblem()
    return {}
  })

  serve(app, confirmNewsletterLinkCall, anyone, async ({ params }) => {
    if (!(await findSubscriptionLink(db, hashToken(params.token)))) throw linkGoneProblem()
    return {}
  })

  serve(app, endNewsletterLinkCall, anyone, async ({ params: { token } }) => {
    const isValid = token === UNSUBSCRIBED || readUnsubscribeToken(signer, token) !== undefined
    if (!isValid && !(await findSubscriptionLink(db, hashToken(token)))) throw linkGoneProblem()
    return {}
  })

  serve(app, endNewsletterCall, anyone, async ({ params: { token }, request, reply }) => {
    const target = readUnsubscribeToken(signer, token)
    const tokenHash = hashToken(token)
    const result = await inTransaction(db, async (trx) =>
      target ? unsubscribe(trx, target) : settleSubscription(trx, tokenHash, 'ended'),
    )
    // Email clients follow no redirect (RFC 8058 §3.1), and do not request a page.
    if (!isOneClick(request.body) && wantsPage(request)) {
      return reply.redirect(fillPath(pagePatterns.endNewsletter, { token: result.ok ? UNSUBSCRIBED : DEAD_LINK }), 303)
    }
    if (!result.ok) throw linkExpiredProblem()
    return {}
  })
}

const isOneClick = (body: unknown): boolean =>
  (body as Record<string, unknown> | null | undefined)?.['List-Unsubscribe'] === 'One-Click'
