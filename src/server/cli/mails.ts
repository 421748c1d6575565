import { recordAction } from '#server/identity/audit/record-action.ts'
import { retryEmails } from '#server/mail/outbox/retry-emails.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { formatCount } from './format-count.ts'
import { withJobs } from './with-jobs.ts'

export async function retryEmailsCommand(
  context: CommandContext,
  ids: string[],
  { all }: { all?: true },
): Promise<number> {
  if (ids.length > 0 === (all === true)) throw new UserError('Name the emails by their IDs, or use --all.')
  const invalidId = ids.find((id) => !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
  if (invalidId !== undefined) throw new UserError(`${invalidId} is not the ID of an email.`)
  const sent = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, async (trx) => {
      const result = await retryEmails(trx, all ? 'all' : ids, { jobs })
      if (result.ok && result.mails > 0) {
        await recordAction(trx, context.actor, {
          action: 'mail.retried',
          subject: { kind: 'mail', id: ids.length === 1 ? String(ids[0]) : 'several' },
          after: { mails: result.mails, ids },
        })
      }
      return result
    }),
  )
  if (!sent.ok) throw new UserError(`No failed email has the ID ${sent.refusal.id}. Nothing was changed.`)
  context.print(`The running shop will send ${formatCount(sent.mails, 'email')} again.`)
  return 0
}
