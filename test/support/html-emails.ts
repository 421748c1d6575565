import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The HTML of every email in an outbox. */
export async function readHtmlEmails(outbox: string): Promise<string[]> {
  // The folder is created with the first email.
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.map(async (file) => extractHtml(await readFile(join(outbox, file), 'utf8'))))
}

function extractHtml(mail: string): string {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? ''
  const part = mail.split(`--${boundary}`).find((text) => /^content-type: text\/html/im.test(text))
  if (part === undefined) throw new Error('the email has no HTML')
  const end = part.indexOf('\n\n')
  const [headers, body] = [part.slice(0, end), part.slice(end + 2)]
  if (/transfer-encoding: base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  if (!/transfer-encoding: quoted-printable/i.test(headers)) return body
  const bytes = body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString()
}
