import { inTransaction } from '#server/platform/database/transaction.ts'
import { composeMail, findMailFrame } from '#server/platform/mail/mail-text.ts'
import { makePostMail } from '#server/platform/mail/post-mail.ts'
import type { Services } from '#server/platform/services.ts'
import { getSender } from '../outbox/mail.jobs.ts'
import { readMailServer } from '../server/mail-server.ts'
import { findMailText } from '../texts/find-mail-text.ts'
import { findUnfinishedNewsletters } from './find-unfinished.ts'
import { sendNewsletter } from './send-newsletter.ts'
import { newsletterMailTexts } from './write-newsletter.ts'

/** Sends newsletters, and resumes those that another process left unfinished. */
export async function processNewsletters(services: Services): Promise<void> {
  const { db, jobs, config } = services
  const postMail = makePostMail(config, () => readMailServer(db, config))
  await jobs.work('newsletter', async ({ newsletter_id: id }, _job, signal) => {
    const text = await findMailText(db, newsletterMailTexts.newsletter)
    await sendNewsletter(
      services,
      id,
      (draft, mailId) =>
        postMail(composeMail(draft, text, findMailFrame(services.settings)), mailId, getSender(services)),
      signal,
    )
  })
  const unfinished = await findUnfinishedNewsletters(db)
  if (unfinished.length === 0) return
  await inTransaction(db, (trx) =>
    jobs.queue(
      trx,
      'newsletter',
      unfinished.map((id) => ({ newsletter_id: id })),
    ),
  )
}
