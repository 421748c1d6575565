import { recordAction } from '#server/audit/record-action.ts'
import { listMails, type WaitingMail } from '#server/mail/list-mails.ts'
import { previewMails } from '#server/mail/preview-mails.ts'
import { retryMails } from '#server/mail/retry-mails.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { type CommandContext, UserError } from './command.ts'
import { countOf } from './count-of.ts'

export async function previewMailsCommand(context: CommandContext, folder: string): Promise<number> {
  const settings = await openSettings(context.connection.db, context.env)
  const count = await previewMails(
    { db: context.connection.db, settings },
    context.config.publicUrl,
    context.pathOf(folder),
  )
  context.say(`Wrote ${countOf(count, 'email')} to ${folder}, each as .html and as .txt. None was sent.`)
  return 0
}

/** `id<TAB>state<TAB>what<TAB>queued at<TAB>tries<TAB>reason`, oldest first: failed emails, then those still queued. */
export async function listMailsCommand(context: CommandContext): Promise<number> {
  const { undelivered, queued } = await withJobs(context, () => listMails(context.connection.db))
  for (const mail of undelivered) context.say(lineOf('failed', mail))
  for (const mail of queued) context.say(lineOf(mail.tries === 0 ? 'queued' : 'retrying', mail))
  if (undelivered.length + queued.length === 0) context.say('No emails are queued.')
  return 0
}

export async function retryMailsCommand(
  context: CommandContext,
  given: string[],
  { all }: { all?: true },
): Promise<number> {
  if (given.length > 0 === (all === true))
    throw new UserError('Name the emails by their IDs from "mails list", or use --all.')
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

const lineOf = (state: string, { id, payload, queuedAt, tries, reason }: WaitingMail): string => {
  const { mail, ...about } = payload
  const what = [mail, ...Object.entries(about).map(([name, value]) => `${name}=${value}`)].join(' ')
  return [id, state, what, queuedAt.toISOString(), countOf(tries, 'try', 'tries'), reason].join('\t')
}

/** Starts the job queue, which the first process to use it creates. */
async function withJobs<Result>(context: CommandContext, work: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  const jobs = await startJobs(context.connection, (error) => context.say(String(error)))
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}
