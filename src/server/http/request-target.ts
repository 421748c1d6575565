import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { problem, toProblem } from './errors.ts'
import { isInProcess } from './in-process-transport.ts'

/** Characters of path and query. None of our links gets close to it. */
export const MAX_TARGET_LENGTH = 2_048

type RawRequest = IncomingMessage & { originalUrl?: string }

const isTooLong = (raw: RawRequest): boolean => {
  const target = raw.originalUrl ?? raw.url ?? ''
  // A page may encode a URL at greater length than its visitor did.
  return target.length > MAX_TARGET_LENGTH && !isInProcess(raw)
}

/** Matches an encoded control character or line terminator (U+0085, U+2028 and U+2029 too) in a path. */
const CONTROL_IN_PATH = /^[^?#]*%(?:[01][\da-f]|7f|c2%[89][\da-f]|e2%80%a[89])/i

/** A target may name the host as well (RFC 9112, 3.2.2), without changing the route. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i

/** A path that no route serves, for any method. */
const UNROUTED_PATH = '/*'

/**
 * Replaces a target that is too long with a short one before routing, which would parse all of it. Does the same for
 * one with a control character: none of our paths has any, and route patterns treat some of them as a line terminator,
 * so that the page `/posts/:post_id` would match instead of the call `/posts/:post_id.json`.
 */
export const rewriteTarget = (raw: RawRequest): string => {
  const target = (raw.url ?? '/').replace(ORIGIN, '')
  return isTooLong(raw) || CONTROL_IN_PATH.test(target) ? UNROUTED_PATH : target
}

/** Responds with 414, after the rate limit because the error page costs more than the request. */
export function refuseLongTargets(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isTooLong(request.raw)) return done(problem('url_too_long', toProblem(414).detail))
    done(null, payload)
  })
}
