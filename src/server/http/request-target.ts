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

/** Before routing, which would parse the whole target: a target that is too long is replaced by a short one. */
export const routedTarget = (raw: Raw): string => (isTooLong(raw) ? '/*' : (raw.url ?? '/'))

/** 414. After the rate limit, because the error page costs more than the request. */
export function refuseLongTargets(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isTooLong(request.raw)) return done(problem(414, sentence(414)))
    done(null, payload)
  })
}
