import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { problem, sentence } from './errors.ts'
import { isInProcess } from './in-process-transport.ts'

/** Characters of path and query. None of our links comes near it. */
export const LONGEST_TARGET = 2_048

type Raw = IncomingMessage & { originalUrl?: string }

const isTooLong = (raw: Raw): boolean => {
  const target = raw.originalUrl ?? raw.url ?? ''
  // A page may encode a URL at greater length than its visitor did.
  return target.length > LONGEST_TARGET && !isInProcess(raw)
}

/** A control character or a line's end (U+0085, U+2028 and U+2029 too) in a path, encoded as it must be. */
const CONTROL_IN_PATH = /^[^?#]*%(?:[01][\da-f]|7f|c2%[89][\da-f]|e2%80%a[89])/i

/** A target may name the host as well (RFC 9112, 3.2.2); where it goes is the same. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i

/** A path at which there is nothing, whatever the method. */
const NOWHERE = '/*'

/**
 * Before routing, which would parse the whole target: a target that is too long is replaced by a short one. So is one
 * with a control character: no path of ours has any, and the patterns of routes take some of them for a line's end, so
 * that the call `/posts/:post_id.json` would be missed and the page `/posts/:post_id` found.
 */
export const routedTarget = (raw: Raw): string => {
  const target = (raw.url ?? '/').replace(ORIGIN, '')
  return isTooLong(raw) || CONTROL_IN_PATH.test(target) ? NOWHERE : target
}

/** 414. After the rate limit, because the error page costs more than the request. */
export function refuseLongTargets(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isTooLong(request.raw)) return done(problem(414, sentence(414)))
    done(null, payload)
  })
}
