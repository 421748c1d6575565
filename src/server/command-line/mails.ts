import { inTransaction } from '../database/transaction.ts'
import { type Jobs, startJobs } from '../jobs.ts'
import { listMails, type WaitingMail } from '../mail/list-mails.ts'
import { previewMails } from '../mail/preview-mails.ts'
import { retryMails } from '../mail/retry-mails.ts'
import { openSettings } from '../settings/settings.ts'
import { type Bench, Told } from './verb.ts'

export async function previewMailsVerb(bench: Bench, folder: string): Promise<number> {
  const settings = await openSettings(bench.connection.db, bench.env)
  const count = await previewMails(settings, bench.config.publicUrl, bench.pathOf(folder))
  bench.say(`Wrote ${count} mails to ${folder}, each as .html and as .txt. None was sent.`)
  return 0
}

/** `id<TAB>state<TAB>what<TAB>queued at<TAB>tries<TAB>reason`, oldest first: those given up, then those still tried. */
export async function listMailsVerb(bench: Bench): Promise<number> {
  const { undelivered, queued } = await withJobs(bench, () => listMails(bench.connection.db))
  for (const mail of undelivered) bench.say(lineOf('given up', mail))
  for (const mail of queued) bench.say(lineOf(mail.tries === 0 ? 'waiting' : 'tried again', mail))
  if (undelivered.length + queued.length === 0) bench.say('No mail waits.')
  return 0
}

export async function retryMailsVerb(bench: Bench, given: string[], { all }: { all?: true }): Promise<number> {
  if (given.length > 0 === (all === true)) throw new Told('Say which mails: their ids from "mails list", or --all.')
  const strange = given.find((id) => !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
  if (strange !== undefined) throw new Told(`${strange} is no id of a mail.`)
  const sent = await withJobs(bench, (jobs) =>
    inTransaction(bench.connection.db, (trx) => retryMails(trx, jobs, all ? 'all' : given)),
  )
  if (!sent.ok) throw new Told(`No mail that was given up has the id ${sent.refusal.id}. Nothing was changed.`)
  bench.say(`${sent.mails} mails are sent again, by the shop as it runs.`)
  return 0
}

const lineOf = (state: string, { id, payload, queuedAt, tries, reason }: WaitingMail): string => {
  const { mail, ...about } = payload
  const what = [mail, ...Object.entries(about).map(([name, value]) => `${name}=${value}`)].join(' ')
  return [id, state, what, queuedAt.toISOString(), `${tries} tries`, reason].join('\t')
}

/** The queue is made by whoever opens it first. */
async function withJobs<Result>(bench: Bench, work: (jobs: Jobs) => Promise<Result>): Promise<Result> {
  const jobs = await startJobs(bench.connection, (error) => bench.say(String(error)))
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}
