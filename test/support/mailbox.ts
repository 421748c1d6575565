import { writeQueuedMail } from '#server/mail/outbox/mail.jobs.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'
import type { appForSuite } from './app.ts'

/** Collects emails per recipient: renders those in the queue, as the job would, and removes them. */
export function createMailbox(suite: ReturnType<typeof appForSuite>) {
  const received: { to: string; mail: JobPayloads['mail']['mail']; subject: string; link: string }[] = []
  const drainQueue = async () => {
    const { services } = suite()
    const { rows } = await services.connection.pool.query<{ data: JobPayloads['mail'] }>(
      `with taken as (delete from pgboss.job where name = 'mail' returning id, created_on, data)
       select data from taken order by created_on, id`,
    )
    for (const { data } of rows) {
      const mail = await writeQueuedMail(services, data)
      if (!mail) continue
      const link = /\/(?:(?:email|newsletter|password)\/\w+|set-password)\/([\w-]{43})\n/.exec(mail.text)?.[1] ?? ''
      received.push({ to: mail.to, mail: data.mail, subject: mail.subject, link })
    }
  }
  return {
    /** Kinds of all emails to an address. */
    async listKinds(email: string) {
      await drainQueue()
      return received.filter(({ to }) => to === email).map(({ mail }) => mail)
    },
    /** Subjects of all emails to an address. */
    async listSubjects(email: string) {
      await drainQueue()
      return received.filter(({ to }) => to === email).map(({ subject }) => subject)
    },
    /** Token of the link in the latest email of a kind to an address; empty when there is none. */
    async findToken(email: string, kind: JobPayloads['mail']['mail']): Promise<string> {
      await drainQueue()
      return received.findLast(({ to, mail }) => to === email && mail === kind)?.link ?? ''
    },
  }
}
