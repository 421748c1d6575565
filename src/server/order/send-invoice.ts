import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Order } from '#contract/order.ts'
import type { Settings } from '../settings/settings.ts'

/** What is being written now, or was last. */
let writing: Promise<unknown> = Promise.resolve()

/** Answers with the invoice as a file that the browser shows. */
export async function sendInvoice(reply: FastifyReply, order: Order, settings: Settings): Promise<FastifyReply> {
  const written = writing.then(() => writeInTurn(order, settings))
  // Who waits for a turn is not concerned by how the one before ended.
  writing = written.catch(() => undefined)
  const bytes = await written
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="invoice-${order.id}.pdf"`)
    .type('application/pdf')
    .send(bytes)
}

/** A tenth of a second of work at a time: other requests come in between (security.md G14). */
async function writeInTurn(order: Order, settings: Settings): Promise<Buffer> {
  await nextTurn()
  // With its fonts and tables it weighs more than most of the shop, and most runs never need it.
  const { writeInvoice } = await import('./invoice-pdf.ts')
  return writeInvoice(order, settings)
}
