import { readFormerPath } from '#domain/text/redirect-url.ts'
import type { SendErrorPage } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { followRedirects } from './follow-redirects.ts'
import { findRedirect } from './redirect.queries.ts'

/** Redirects visitors of a former shop's URL to the page that replaced it, instead of showing that it is not found. */
export function redirectFormerUrls({ db }: Pick<Services, 'db'>, sendErrorPage: SendErrorPage): SendErrorPage {
  const findTarget = async (path: string) => (await findRedirect(db, path))?.target

  return async (request, reply, problem) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const path = problem.status === 404 && isRead ? readFormerPath(request.url) : undefined
    let target: string | undefined
    try {
      target = path === undefined ? undefined : await followRedirects(path, findTarget)
    } catch (error) {
      request.log.warn({ err: error }, 'redirects cannot be read')
    }
    return target === undefined ? sendErrorPage(request, reply, problem) : reply.redirect(target, 301)
  }
}
