import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { FairQueue } from '../fair-queue.ts'
import { senderGone } from '../sender-gone.ts'

/** Documents are written one after the other, in turns of the IP addresses that ask. */
const documents = new FairQueue({ mostOfOneOwner: 20 })

/** Sends a PDF that the browser displays, and saves under that name. */
export async function sendPdf(reply: FastifyReply, name: string, write: () => Promise<Buffer>): Promise<FastifyReply> {
  // A tenth of a second of work at a time: other requests get their turn in between (docs/security G14).
  const inTurn = () => nextTurn().then(write)
  const bytes = await documents.add(inTurn, { owner: reply.request.ip, signal: senderGone(reply) })
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(bytes)
}
