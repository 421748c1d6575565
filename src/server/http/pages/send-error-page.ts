import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SendErrorPage } from '#server/http/errors.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { makePages, type PageServices } from './make-pages.ts'
import { type Filling, fillPlain } from './packed/index.ts'
import { findPolicy } from './page-headers.ts'

/** Shows navigation errors on a page of the shop. */
export function makeSendErrorPage(app: FastifyInstance, services: PageServices): SendErrorPage {
  const pages = makePages(app, services)

  /** Identifying the visitor may fail without a database; the page is then shown as to a guest. */
  async function createFilling(request: FastifyRequest, reply: FastifyReply, isNotOpen: boolean): Promise<Filling> {
    try {
      const { personal, setCookies, banner } = await services.personalParts.load(request)
      reply.header('set-cookie', [...setCookies])
      // The banner is for staff, who see the store; this page is for everyone else.
      return services.fill(personal, false, isNotOpen ? undefined : banner)
    } catch (error) {
      request.log.warn({ err: error }, 'error page without personal state')
      return services.fill({ csrf: '', cart: null, user: null }, false)
    }
  }

  return async (request, reply, { status, code, detail, request_id }) => {
    reply.headers({ ...securityHeaders })
    try {
      const page = await (status === 404
        ? pages.renderNotFound(request.url)
        : pages.renderFailure({ status, code, detail, requestId: request_id }))
      const filling = await createFilling(request, reply, code === 'shop_not_open')
      const policy = findPolicy(page.headers)
      if (policy !== undefined) reply.header('content-security-policy', policy)
      return reply.type('text/html; charset=utf-8').send(fillPlain(page, filling))
    } catch (error) {
      // The error page itself failed: send the message as plain text.
      request.log.error({ err: error }, 'error page cannot be rendered')
      return reply.type('text/plain; charset=utf-8').send(detail)
    }
  }
}
