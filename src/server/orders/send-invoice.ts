import type { FastifyReply } from 'fastify'
import type { Order } from '#contract/orders/calls.ts'
import { sendPdf } from '#server/platform/pdf/send-pdf.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Sends the invoice as a file that the browser displays. */
export const sendInvoice = (reply: FastifyReply, order: Order, settings: Settings): Promise<FastifyReply> =>
  sendPdf(reply, `invoice-${order.id}.pdf`, async () => {
    // With its fonts and tables it is larger than most of the shop, and most runs never need it.
    const { writeInvoice } = await import('./invoice-pdf.ts')
    return writeInvoice(order, settings)
  })
