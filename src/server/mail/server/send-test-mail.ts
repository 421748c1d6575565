import { randomUUID } from 'node:crypto'
import { type Result, refuse } from '#domain/result.ts'
import { getSender } from '#server/mail/outbox/mail.jobs.ts'
import { writeMail } from '#server/platform/mail/mail-parts.ts'
import { findMailFrame, paragraphs } from '#server/platform/mail/mail-text.ts'
import { makePostMail } from '#server/platform/mail/post-mail.ts'
import type { SmtpServer } from '#server/platform/mail/smtp-server.ts'
import type { Services } from '#server/platform/services.ts'

const MAX_REPLY_LENGTH = 300

/** Sends an email at once, without the queue, so that the sender sees the mail server's own words. */
export async function sendTestMail(
  { config, settings }: Pick<Services, 'config' | 'settings'>,
  server: SmtpServer | undefined,
  to: string,
): Promise<Result<{ isSent: boolean }, { code: 'test_mail_refused'; reply: string }>> {
  const name = settings.get('shop_name')
  const parts = paragraphs('Emails from your store arrive.')
  const mail = writeMail(to, name, findMailFrame(settings), `Test email from ${name}`, parts)
  try {
    await makePostMail(config, async () => server)(mail, randomUUID(), getSender({ config, settings }))
    return { ok: true, isSent: config.smtpUrl !== undefined || server !== undefined }
  } catch (error) {
    return refuse({ code: 'test_mail_refused', reply: readReply(error, server?.password ?? undefined) })
  }
}

/** The reply of the mail server, or why it could not be reached, without the password. */
function readReply(error: unknown, password: string | undefined): string {
  const { response, message } = error as { response?: string; message?: string }
  const reply = (response ?? message ?? String(error)).slice(0, MAX_REPLY_LENGTH)
  return password === undefined ? reply : reply.replaceAll(password, '…')
}
