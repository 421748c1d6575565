import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mail } from './mail-parts.ts'

/** Sends a mail; `id` identifies it, so that a second attempt is the same mail. Throws if it was not accepted. */
export type PostMail = (mail: Mail, id: string, sender: MailSender) => Promise<void>

export type MailSender = { from: string; replyTo?: string }

/** Tells mail programs that nobody wrote this, so that they send no out-of-office answer (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** A mail server that does not answer must not hold ten mails for longer than the queue lends them out (15 minutes). */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A real SMTP server if one is set, else a folder of `.eml` files (docs/product §10.1). */
export function makePostMail(config: Config): PostMail {
  const wholeMail = (mail: Mail, id: string, sender: MailSender) => ({
    ...mail,
    ...sender,
    headers: { ...AUTOMATIC, ...mail.headers },
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
  })
  if (config.smtpUrl !== undefined) {
    const { smtpUrl } = config
    let smtp: Transporter | undefined
    return async (mail, id, sender) => {
      // Loaded with the first mail: no start waits for it. One for all mails, for the URL may ask for a pool.
      const { createTransport } = await import('nodemailer')
      smtp ??= createTransport({ url: smtpUrl, ...PATIENCE })
      await smtp.sendMail(wholeMail(mail, id, sender))
    }
  }

  const folder = outboxFolder(config)
  return async (mail, id, sender) => {
    const { createTransport } = await import('nodemailer')
    const toText = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await toText.sendMail(wholeMail(mail, id, sender))
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${id}.eml`)
    // Written aside and renamed, so that nobody reads half a mail.
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
  }
}

const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')

/** Removes the file of a mail; one that a mail server took is out of reach. */
export const removePosted = (config: Pick<Config, 'dataDir'>, id: string): Promise<void> =>
  rm(join(outboxFolder(config), `${id}.eml`), { force: true })
