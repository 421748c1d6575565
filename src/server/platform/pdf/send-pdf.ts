import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { abortOnDisconnect } from '../abort-on-disconnect.ts'
import { FairQueue } from '../fair-queue.ts'

/**
 * A page's policy would also apply to a browser's viewer, which is a page of the browser's own: in WebKit it lost its
 * styles. A sandbox would disable Chromium's viewer. These files are written by the shop; uploaded ones keep the page's
 * policy.
 */
const POLICY = "frame-ancestors 'none'"

/** Writes one document at a time, alternating between the requesting IP addresses. */
const queue = new FairQueue({ maxPerOwner: 20 })

/** Sends a PDF that the browser displays, and saves under that name. */
export async function sendPdf(reply: FastifyReply, name: string, write: () => Promise<Buffer>): Promise<FastifyReply> {
  // A tenth of a second of work at a time: other requests get their turn in between (docs/security G14).
  const writeInTurn = () => nextTurn().then(write)
  const bytes = await queue.add(writeInTurn, { owner: reply.request.ip, signal: abortOnDisconnect(reply) })
  return reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(bytes)
}
