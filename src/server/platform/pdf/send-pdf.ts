import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/**
 * A page's policy would also bind a browser's viewer, which is a page of the browser's own: in WebKit it lost its styles.
 * A sandbox would end Chromium's viewer. These files are written by the shop; uploaded ones keep the page's policy.
 */
const POLICY = "frame-ancestors 'none'"

/** The document being written now, or written last. */
let writing: Promise<unknown> = Promise.resolve()

/** Sends a PDF that the browser displays, and saves under that name. */
export async function sendPdf(reply: FastifyReply, name: string, write: () => Promise<Buffer>): Promise<FastifyReply> {
  // A tenth of a second of work at a time: other requests get their turn in between (docs/security G14).
  const written = writing.then(() => nextTurn()).then(write)
  // Whether the previous document failed does not concern the next one.
  writing = written.catch(() => undefined)
  const bytes = await written
  return reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(bytes)
}
