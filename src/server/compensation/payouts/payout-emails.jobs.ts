import { month as monthOf } from '#domain/calendar/month.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findEntriesToMail, lockMailing, setMailingProgress } from './payout-emails.queries.ts'

const BATCH_SIZE = 500

/**
 * Emails the payees of a month that was marked as paid, up to 500 per transaction. Each email is queued once,
 * however often the job runs.
 */
export const workOnPayoutEmails = ({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> =>
  jobs.work('payout_mails', async ({ month: monthText }) => {
    const month = monthOf(monthText)
    for (let isMore = true; isMore; ) {
      isMore = await inTransaction(db, async (trx) => {
        const after = await lockMailing(trx, month)
        if (after === null) return false
        const entries = await findEntriesToMail(trx, month, after, BATCH_SIZE)
        await jobs.queue(
          trx,
          'mail',
          entries.map(({ id }) => ({ mail: 'payout_sent', payout_entry_id: id })),
        )
        const memberId = entries.at(-1)?.member_id ?? after
        await setMailingProgress(trx, month, { memberId, hasEnded: entries.length < BATCH_SIZE })
        return entries.length === BATCH_SIZE
      })
    }
  })
