import type { FastifyInstance } from 'fastify'
import type { ByteRange } from '#server/platform/files/file-store.ts'

const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-\d{1,15})$/

/** Parses a well-formed Range header. */
export function readRange(header: string): ByteRange | undefined {
  if (!isRange(header)) return undefined
  const [first = '', last = ''] = header.slice('bytes='.length).split('-')
  if (first === '') return { suffix: Number(last) }
  return { first: Number(first), last: last === '' ? undefined : Number(last) }
}

/** Reports whether the header requests a single range of bytes, in the syntax of RFC 9110 §14.2. */
export function isRange(header: string): boolean {
  const match = RANGE.exec(header)
  if (!match) return false
  const [, first, last] = match
  return first === undefined || last === undefined || last === '' || Number(last) >= Number(first)
}

/** Ignores malformed Range headers (RFC 9110 §14.2) and multiple ranges, which pictures do not need. */
export function ignoreMalformedRanges(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { range } = request.headers
    if (range !== undefined && !isRange(range)) delete request.raw.headers.range
    done()
  })
}
