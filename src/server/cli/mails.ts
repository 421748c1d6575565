import { recordAction } from '#server/identity/audit/record-action.ts'
import { retryMails } from '#server/mail/outbox/retry-mails.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CommandContext, UserError } from './command.ts'
import { countOf } from './count-of.ts'
import { withJobs } from './with-jobs.ts'

export async function retryMailsCommand(
  context: CommandContext,
  given: string[],
  { all }: { all?: true },
): Promise<number> {
  if (given.length > 0 === (all === true)) throw new UserError('Name the emails by their IDs, or use --all.')
  const strange = given.find((id) => !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
  if (strange !== undefined) throw new UserError(`${strange} is not the ID of an email.`)
  const sent = await withJobs(context, (jobs) =>
    inTransaction(context.connection.db, async (trx) => {
      const result = await retryMails(trx, jobs, all ? 'all' : given)
      if (result.ok && result.mails > 0) {
        await recordAction(trx, context.actor, {
          action: 'mail.retried',
          subject: { kind: 'mail', id: given.length === 1 ? String(given[0]) : 'several' },
          after: { mails: result.mails, ids: given },
        })
      }
      return result
    }),
  )
  if (!sent.ok) throw new UserError(`No failed email has the ID ${sent.refusal.id}. Nothing was changed.`)
  context.say(`The running shop will send ${countOf(sent.mails, 'email')} again.`)
  return 0
}
