import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A CSV file that the browser saves under the name, without its ending; pieces are read as they leave. */
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
