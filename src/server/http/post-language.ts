import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import type { PostLanguage } from '#contract/base/limits.ts'
import { pagePaths } from '#contract/paths.ts'

const codes: Readonly<Record<string, PostLanguage>> = { en: 'en', ko: 'kr', zh: 'cn' }

/**
 * Returns the language in which the list of posts opens if it is not English, which its URL without a language shows.
 * Such a request gets a redirect instead of the cached page: the cache has one page for each URL, whatever the header.
 */
export function choosePostLanguage({
  url,
  method,
  headers,
}: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): PostLanguage | undefined {
  if (url !== pagePaths.posts || method !== 'GET' || headers['accept-language'] === undefined) return undefined
  // A visitor who cannot read any of them gets English.
  const language = codes[new Negotiator({ headers }).language(Object.keys(codes)) ?? 'en']
  return language === 'en' ? undefined : language
}

/** Redirects the list of posts to the visitor's language. */
export function redirectToLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const wantsJson = !request.headers.accept?.includes('text/html')
    const language = wantsJson ? undefined : choosePostLanguage(request.raw)
    if (language === undefined) return done()
    reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'Accept-Language')
      .redirect(`${pagePaths.posts}?language=${language}`, 302)
  })
}
