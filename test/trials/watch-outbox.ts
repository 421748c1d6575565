import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Path of an emailed link, including its token. */
export type EmailedLink = { kind: '/email/undo' | '/email/confirm' | '/email/prove' | '/password/reset'; token: string }

/** Emails that a running shop writes to its outbox, by recipient; each file is read once. */
export function watchOutbox(folder: string) {
  const readFiles = new Set<string>()
  const links = new Map<string, EmailedLink[]>()
  let scanning: Promise<void> | undefined

  async function readNew(): Promise<void> {
    const files = (await readdir(folder).catch(() => [])).filter(
      (file) => file.endsWith('.eml') && !readFiles.has(file),
    )
    for (const file of files) {
      readFiles.add(file)
      const mail = (await readFile(join(folder, file), 'utf8')).replaceAll(/=\r?\n/g, '')
      const to = /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''
      const link = /(\/(?:email|password)\/\w+)\/([\w-]{43})(?![\w-])/.exec(mail.replaceAll('=3D', '='))
      if (link) {
        const emailedLink = { kind: link[1] as EmailedLink['kind'], token: link[2] ?? '' }
        links.set(to, [...(links.get(to) ?? []), emailedLink])
      }
    }
  }
  /** Concurrent callers share one scan of the folder. */
  const scan = (): Promise<void> => {
    scanning ??= readNew().finally(() => {
      scanning = undefined
    })
    return scanning
  }
  return {
    /** All links mailed to an address so far, oldest first within one scan. */
    async linksTo(email: string): Promise<readonly EmailedLink[]> {
      await scan()
      return links.get(email) ?? []
    },
    /** Waits for `count` links of a kind to an address; returns the tokens. */
    async waitForTokens(email: string, kind: EmailedLink['kind'], count: number): Promise<string[]> {
      for (let n = 0; n < 600; n++) {
        await scan()
        const matching = (links.get(email) ?? []).filter((link) => link.kind === kind)
        if (matching.length >= count) return matching.map(({ token }) => token)
        await pause(100)
      }
      throw new Error(`${email} did not receive ${count} emails with ${kind}`)
    },
  }
}
export type Outbox = ReturnType<typeof watchOutbox>
