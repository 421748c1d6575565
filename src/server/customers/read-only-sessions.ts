import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminPaths } from '#contract/admin-paths.ts'
import { logoutCall } from '#contract/customers/sign-in.ts'
import { problem } from '#server/http/errors.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { retryOnConnectionLoss } from '#server/platform/database/outage.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { AccountServices } from './session-cache.ts'
import { recordRefusedChange } from './sign-in-as.ts'

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const BACK_OFFICE = `${adminPaths.home}/`

/**
 * Makes sessions of staff who are signed in as a member read-only (docs/back-office §4). Refuses every other method on
 * all routes, so that calls added later are covered too. Signing out and the back office, where staff act as
 * themselves, remain allowed.
 */
export function enforceReadOnlySessions(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, sessions } = services
  const isAllowed = ({ url, config }: FastifyRequest['routeOptions']): boolean =>
    url?.startsWith(BACK_OFFICE) === true || config.call === logoutCall
  app.addHook('preHandler', async (request) => {
    if (READ_METHODS.has(request.method) || isAllowed(request.routeOptions)) return
    const token = visitors.sessionToken(request)
    const session = token === undefined ? undefined : await retryOnConnectionLoss(() => sessions.find(token))
    if (!session?.staff) return
    const { method, routeOptions, ip: address, id: requestId } = request
    const call = `${method} ${routeOptions.url ?? 'elsewhere'}`
    await inTransaction(db, (trx) => recordRefusedChange(trx, session, call, { address, requestId }))
    const { first_name, last_name } = session.user
    throw problem(
      'read_only_session',
      `You’re viewing the store as ${first_name} ${last_name} (read-only). Nothing was changed.`,
    )
  })
}
