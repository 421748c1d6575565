import type { FastifyReply } from 'fastify'
import type { Statement } from '#contract/compensation/statement.ts'
import { sendPdf } from '#server/platform/pdf/send-pdf.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Sends the statement as a file that the browser displays. */
export const sendStatement = (reply: FastifyReply, statement: Statement, settings: Settings): Promise<FastifyReply> =>
  sendPdf(reply, `statement-${statement.month}.pdf`, async () => {
    const { writeStatement } = await import('./statement-pdf.ts')
    return writeStatement(statement, settings)
  })
