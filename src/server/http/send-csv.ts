import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file that the browser saves as `name` (without extension); chunks are read as they are sent. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
): FastifyReply {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')
  return reply.send(Readable.from(lines))
}
