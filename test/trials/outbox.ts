import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A mail's path behind the shop's origin, token included. */
export type MailedLink = { kind: '/email/undo' | '/email/confirm' | '/email/prove' | '/password/reset'; token: string }

/** The mails that a running shop writes to its outbox, by email; each file is read once. */
export function outboxOf(folder: string) {
  const seen = new Set<string>()
  const links = new Map<string, MailedLink[]>()
  let reading: Promise<void> | undefined

  async function readNew(): Promise<void> {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml') && !seen.has(file))
    for (const file of files) {
      seen.add(file)
      const mail = (await readFile(join(folder, file), 'utf8')).replaceAll(/=\r?\n/g, '')
      const to = /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''
      const link = /(\/(?:email|password)\/\w+)\/([\w-]{43})(?![\w-])/.exec(mail.replaceAll('=3D', '='))
      if (link) {
        const found = { kind: link[1] as MailedLink['kind'], token: link[2] ?? '' }
        links.set(to, [...(links.get(to) ?? []), found])
      }
    }
  }
  /** One look at the folder at a time, whoever asks. */
  const look = (): Promise<void> => {
    reading ??= readNew().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    /** All links so far to an email, oldest first among those of one look. */
    async linksTo(email: string): Promise<readonly MailedLink[]> {
      await look()
      return links.get(email) ?? []
    },
    /** As soon as there are `count` links of a kind to an email: the tokens. */
    async wait(email: string, kind: MailedLink['kind'], count: number): Promise<string[]> {
      for (let n = 0; n < 600; n++) {
        await look()
        const found = (links.get(email) ?? []).filter((link) => link.kind === kind)
        if (found.length >= count) return found.map(({ token }) => token)
        await pause(100)
      }
      throw new Error(`no ${count} mails with ${kind} came to ${email}`)
    },
  }
}
export type Outbox = ReturnType<typeof outboxOf>
