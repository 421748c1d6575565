import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mail } from './mail-parts.ts'
import type { SmtpServer } from './smtp-server.ts'

/** Sends an email; `id` identifies it, so that a second attempt is the same email. Throws if it was not accepted. */
export type PostMail = (mail: Mail, id: string, sender: MailSender) => Promise<void>

export type MailSender = { from: string; replyTo?: string }

/** Marks the email as automatic, so that email clients send no out-of-office reply (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * A mail server that does not respond must not block ten emails for longer than the queue reserves them (15 minutes).
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Uses the SMTP server of the environment, else the one that `findServer` returns for each email, else a folder of
 * `.eml` files (docs/product §10.1).
 */
export function makePostMail(config: Config, findServer?: () => Promise<SmtpServer | undefined>): PostMail {
  const completeMail = (mail: Mail, id: string, sender: MailSender) => ({
    ...mail,
    ...sender,
    headers: { ...AUTOMATIC, ...mail.headers },
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
  })
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config
    let smtp: Transporter | undefined
    return async (mail, id, sender) => {
      // Loaded with the first email, so that it delays no start. A single transport for all emails, since the URL may
      // request a pool.
      const { createTransport } = await import('nodemailer')
      smtp ??= createTransport({ url: smtpUrl, ...TIMEOUTS })
      await smtp.sendMail(completeMail(mail, id, sender))
    }
  }

  const folder = outboxFolder(config)
  return async (mail, id, sender) => {
    const { createTransport } = await import('nodemailer')
    const server = await findServer?.()
    if (server) {
      await createTransport(toOptions(server)).sendMail(completeMail(mail, id, sender))
      return
    }
    const renderer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await renderer.sendMail(completeMail(mail, id, sender))
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${id}.eml`)
    // Written under a temporary name and renamed, so that no reader sees a partial email.
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
  }
}

const toOptions = ({ host, port, encryption, userName, password }: SmtpServer) => ({
  ...{ host, port, ...TIMEOUTS },
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  ...(userName !== '' && { auth: { user: userName, pass: password ?? '' } }),
})

const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')

/** Removes the file of an email; an email accepted by a mail server cannot be recalled. */
export const removePostedMail = (config: Pick<Config, 'dataDir'>, id: string): Promise<void> =>
  rm(join(outboxFolder(config), `${id}.eml`), { force: true })
