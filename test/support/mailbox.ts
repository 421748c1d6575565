import { writeQueuedMail } from '#server/mail/mail.jobs.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import type { appForSuite } from './app.ts'

/** What was mailed to whom: writes the mails that wait in the queue, as the job would, and takes them out of it. */
export function mailboxOf(suite: ReturnType<typeof appForSuite>) {
  const received: { to: string; mail: JobPayloads['mail']['mail']; link: string }[] = []
  const fetch = async () => {
    const { services } = suite()
    const { rows } = await services.connection.pool.query<{ data: JobPayloads['mail'] }>(
      `delete from pgboss.job where name = 'mail' returning data`,
    )
    for (const { data } of rows) {
      const mail = await writeQueuedMail(services, data)
      if (!mail) continue
      const link = /\/(?:email|password)\/\w+\/([\w-]{43})\n/.exec(mail.text)?.[1] ?? ''
      received.push({ to: mail.to, mail: data.mail, link })
    }
  }
  return {
    /** All that came to an email, by the kinds of mail. */
    async kindsTo(email: string) {
      await fetch()
      return received.filter(({ to }) => to === email).map(({ mail }) => mail)
    },
    /** The token of the link in the latest mail of a kind to an email; empty when there is none. */
    async linkTo(email: string, kind: JobPayloads['mail']['mail']): Promise<string> {
      await fetch()
      return received.findLast(({ to, mail }) => to === email && mail === kind)?.link ?? ''
    },
  }
}
