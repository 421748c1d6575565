import type { FastifyInstance } from 'fastify'
import { subscribersCall } from '#contract/admin-newsletter.ts'
import { confirmNewsletterCall, endNewsletterCall } from '#contract/newsletter.ts'
import { subscribeCall } from '#contract/sign-in.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '#server/staff/find-staff.ts'
import { linkExpired } from './account.problems.ts'
import { listSubscribers } from './list-subscribers.ts'
import { settleSubscription } from './settle-subscription.ts'
import { subscribe } from './subscribe.ts'

/** Subscribing to the newsletter, by double opt-in (docs/back-office §4). */
export function newsletterRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  const { permitted } = makeStaffPolicies(services)

  serve(app, subscribersCall, permitted(subscribersCall), ({ query }) => listSubscribers(db, query))

  serve(app, subscribeCall, anyone, async ({ body }) => {
    await inTransaction(db, (trx) => subscribe(trx, body.email, services))
    return {}
  })

  async function settle(token: string, state: 'confirmed' | 'ended') {
    const tokenHash = hashToken(token)
    const settled = await inTransaction(db, (trx) => settleSubscription(trx, tokenHash, state))
    if (!settled.ok) throw linkExpired()
    return {}
  }
  serve(app, confirmNewsletterCall, anyone, ({ body }) => settle(body.token, 'confirmed'))
  serve(app, endNewsletterCall, anyone, ({ body }) => settle(body.token, 'ended'))
}
