import type { FastifyInstance } from 'fastify'

const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-\d{1,15})$/

/** Whether it asks for one range of bytes, in the syntax of RFC 9110 §14.2. */
export function isRange(header: string): boolean {
  const found = RANGE.exec(header)
  if (!found) return false
  const [, first, last] = found
  return first === undefined || last === undefined || last === '' || Number(last) >= Number(first)
}

/** A malformed Range is ignored (RFC 9110 §14.2), and so are several ranges at once, which pictures do not need. */
export function ignoreMalformedRanges(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { range } = request.headers
    if (range !== undefined && !isRange(range)) delete request.raw.headers.range
    done()
  })
}
