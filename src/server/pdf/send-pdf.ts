import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** What is being written now, or was last. */
let writing: Promise<unknown> = Promise.resolve()

/** Answers with a PDF that the browser shows, and saves under the name. */
export async function sendPdf(reply: FastifyReply, name: string, write: () => Promise<Buffer>): Promise<FastifyReply> {
  // A tenth of a second of work at a time: other requests come in between (docs/security G14).
  const written = writing.then(() => nextTurn()).then(write)
  // Who waits for a turn is not concerned by how the one before ended.
  writing = written.catch(() => undefined)
  const bytes = await written
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(bytes)
}
