import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminPaths } from '#contract/admin-paths.ts'
import { fileFolders, iconPaths, logoPaths } from '#contract/paths.ts'
import { problem } from '#server/http/errors.ts'
import { isInProcess } from '#server/http/in-process-transport.ts'
import { makeStaffCookie } from '#server/identity/staff/staff-cookie.ts'
import { findStaffSession } from '#server/identity/staff/staff-sessions.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import type { Services } from '#server/platform/services.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Paths that work before the store opens: the back office, the files of its pages, and the checks of the server. */
const reachable = [
  `${adminPaths.home}/`,
  ...Object.values(fileFolders),
  ...Object.values(iconPaths),
  ...Object.values(logoPaths),
  ...['/healthz', '/readyz', '/metrics'],
]
const isReachable = (url: string): boolean =>
  /^\/admin(?:\?|$)/.test(url) || reachable.some((path) => url.startsWith(path))

/** Until the store opens, only signed-in staff see it; visitors get a page that says so, and every call is refused. */
export function refuseBeforeOpening(
  app: FastifyInstance,
  { db, config, settings }: Pick<Services, 'db' | 'config' | 'settings'>,
): void {
  const cookie = makeStaffCookie(config)

  async function isStaff(request: FastifyRequest): Promise<boolean> {
    const token = cookie.read(request)
    return token !== undefined && (await findStaffSession(db, hashToken(token))) !== undefined
  }

  app.addHook('onRequest', async (request, reply) => {
    if (settings.get('open_to_visitors') || isReachable(request.url) || isInProcess(request)) return
    if (await isStaff(request)) return
    reply.header('retry-after', String(DAY_SECONDS)).header('x-robots-tag', 'noindex')
    throw problem('shop_not_open', 'This store hasn’t opened yet.')
  })
}
