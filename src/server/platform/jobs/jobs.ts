import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { QueueCount } from '#contract/reporting/dashboard.ts'
import type { OrderChange } from '#domain/orders/status.ts'
import type { Connection, Transaction } from '../database/connection.ts'
import { afterCommit } from '../database/transaction.ts'
import { type Tracing, withSpan } from '../tracing/tracing.ts'
import { prepareQueues, prepareSchedules, type Schedule } from './prepare-queues.ts'

/** Jobs and their payloads. Payloads contain ids, never tokens (docs/product §11.2). */
export type JobPayloads = {
  mail:
    | {
        mail:
          | 'order_placed'
          | 'order_received'
          | 'order_link'
          | `order_${OrderChange}`
          | 'order_canceled_unpaid'
          | 'order_partly_paid'
          | 'payment_reminder_first'
          | 'payment_reminder_last'
        order_id: number
      }
    | { mail: 'order_shipped' | 'order_ready'; order_id: number; shipment_id: number }
    | { mail: 'order_edited'; order_id: number; replaced_version: number }
    /** `credit_note` is the number of the credit note. */
    | { mail: 'order_credited'; order_id: number; credit_note: number }
    | { mail: 'set_password' | 'reset_password' | 'account_taken_back' | 'prove_email'; user_id: number }
    | { mail: 'license_approved' | 'license_refused' | 'license_renewal_refused' | 'license_expired'; user_id: number }
    /** `expires_on` is the day on which the license expires, YYYY-MM-DD. */
    | { mail: 'license_reminder'; user_id: number; expires_on: string }
    | { mail: 'erasure_begins' | 'erasure_ends'; user_id: number }
    | { mail: 'confirm_newsletter'; subscriber_id: number }
    | { mail: 'added_by_sponsor'; invitation_id: number }
    /** Queued by an older version, which created the user right away. */
    | { mail: 'added_by_sponsor'; user_id: number; sponsor_id: number }
    | { mail: 'confirm_email' | 'email_change_asked' | 'email_changed'; email_change_id: number }
    | { mail: 'order_returned'; return_id: number }
    | { mail: 'certificate_approved' | 'certificate_refused'; certificate_id: number }
    | { mail: 'comment_reply' | 'reply_hidden'; reply_id: number }
    | { mail: 'post_hidden'; post_id: number }
    | { mail: 'comment_hidden'; comment_id: number }
    /** A message from the contact form, to the shop. */
    | { mail: 'message_received'; message_id: number }
    | { mail: 'message_answered'; message_answer_id: number }
    | { mail: 'staff_link'; staff_id: number }
    /** Email to one of the possible approvers. */
    | { mail: 'staff_reset'; staff_reset_id: number; staff_id: number }
    /** Email to a staff member about a pending or granted approval. */
    | { mail: 'approval_waits' | 'approval_given'; approval_id: number; staff_id: number }
    | { mail: 'payout_sent' | 'payout_failed'; payout_entry_id: number }
    | { mail: 'payout_method_chosen'; payout_method_id: number }
    /** Email to a member about their sponsor from that month on, YYYY-MM; null for no sponsor. */
    | {
        mail: 'sponsor_changes' | 'sponsor_stays'
        user_id: number
        former_sponsor_id: number | null
        next_sponsor_id: number | null
        from_month: string
      }
    /** Email to a sponsor about a member. */
    | {
        mail: 'line_grows' | 'line_shrinks' | 'line_stays' | 'line_grows_not'
        user_id: number
        member_id: number
        from_month: string
      }
    | { mail: 'status'; todo: true }
    /** Open work as the dashboard counted it in the morning; pending approvals are read when the email is written. */
    | { mail: 'todo'; todo: true; waiting?: readonly Pick<QueueCount, 'kind' | 'count' | 'more'>[] }
    /** The current draft of a newsletter, to its author. Emails to subscribers are not queued individually. */
    | { mail: 'newsletter'; newsletter_id: number; staff_id: number }
  /** Daily: deletes data that is no longer needed. */
  clean: Record<string, never>
  /** Hourly during opening hours: sends reminders for unpaid orders and cancels overdue ones. */
  unpaid: Record<string, never>
  /** Hourly: marks expired licenses, and sends reminders for those about to expire. */
  licenses: Record<string, never>
  /** Hourly: completes orders whose last check has cleared. */
  complete_due: Record<string, never>
  /** Daily: emails the open work of staff to the shop. */
  todo: Record<string, never>
  /** Every ten minutes: emails the shop about new failures. */
  status: Record<string, never>
  /** Nightly: checks every sum and reference. */
  verify: Record<string, never>
  /** Executes staff resets whose waiting period is over. */
  staff_resets: Record<string, never>
  /** Every minute: queues emails about pending and granted approvals. */
  approval_mails: Record<string, never>
  /** Hourly: erases members who requested it, once their waiting period is over and nothing is open. */
  erasures: Record<string, never>
  /** Previews or closes a month (docs/decisions/0058). */
  month_run: { run_id: number }
  /** Changes many products in slices. */
  product_bulk: { run_id: number }
  /** Reads, imports or undoes a product file. */
  product_import: { import_id: number }
  /** Fetches the pictures of an import from their addresses. */
  import_pictures: { import_id: number }
  /** Queues emails to the payees of a month. */
  payout_mails: { month: string }
  /** Sends a newsletter to its next recipients. */
  newsletter: { newsletter_id: number }
}
export type JobName = keyof JobPayloads

export type JobFailure<Name extends JobName = JobName> = {
  id: string
  payload: JobPayloads[Name]
  error: unknown
  tries: number
  isLast: boolean
}

export type Jobs = {
  /**
   * Queues jobs in the caller's transaction: they exist if and only if it commits. `afterSeconds` is a minimum delay.
   */
  queue<Name extends JobName>(
    trx: Transaction,
    name: Name,
    payloads: readonly JobPayloads[Name][],
    afterSeconds?: number,
  ): Promise<void>
  /** Requeues a job that was removed from the queue, under its old id. */
  requeue<Name extends JobName>(
    trx: Transaction,
    name: Name,
    jobs: readonly { id: string; payload: JobPayloads[Name] }[],
  ): Promise<void>
  /**
   * Runs jobs of one name, one at a time; a job that throws is retried later. `onFailure` is called for each failed
   * attempt, with `isLast` if there will be no further one; without it, each failure goes to the error handler. Jobs of
   * several minutes end early once `stopping` is aborted.
   */
  work<Name extends JobName>(
    name: Name,
    handler: (payload: JobPayloads[Name], jobId: string, stopping: AbortSignal) => Promise<void>,
    onFailure?: (failure: JobFailure<Name>) => Promise<void>,
  ): Promise<void>
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
}

/** Error of a job: its name and ids, which are not secret, with the original error as the cause. */
class JobError extends Error {
  constructor(name: JobName, payload: object, cause: unknown) {
    super(`job ${name} ${JSON.stringify(payload)} failed`, { cause })
  }
}

/** An email that cannot be sent is retried for about a day: after 30 s, 1 min, 2 min … up to an hour apart. */
const RETRIES = { retryLimit: 30, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 }
/** Overrides the default of pg-boss, which deletes jobs after two weeks, for instance while the shop was closed. */
const QUEUE = { ...RETRIES, retentionSeconds: 10 * 365 * 24 * 60 * 60 }
/**
 * pg-boss's default of one job per second is too slow for the emails of a busy day. Several are fetched at once, each
 * fails independently, and while there are more, the next batch follows after a pause.
 */
const WORK_OPTIONS = {
  batchSize: 10,
  perJobResults: true,
  includeMetadata: true,
} as const
/** Polling intervals for jobs of other processes and for retries: an idle shop polls rarely. */
const POLL_INTERVAL_SECONDS: Record<JobName, number> = {
  mail: 5,
  clean: 60,
  unpaid: 60,
  complete_due: 60,
  licenses: 60,
  todo: 60,
  status: 60,
  verify: 60,
  staff_resets: 60,
  approval_mails: 60,
  erasures: 60,
  month_run: 5,
  product_bulk: 5,
  product_import: 5,
  import_pictures: 5,
  payout_mails: 60,
  newsletter: 5,
}
/**
 * Intervals if web processes queue the jobs: emails still leave within a second. A notification at each commit would
 * make concurrent orders wait for each other (docs/decisions/0035).
 */
const MULTI_PROCESS_POLL_INTERVAL_SECONDS: Partial<Record<JobName, number>> = {
  mail: 1,
  month_run: 1,
  product_bulk: 1,
  product_import: 1,
  import_pictures: 1,
  payout_mails: 2,
}
/** Delay after the commit of a job queued by this process; combines several at peak load. */
const WAKE_DELAY_MS = 500
const JOB_NAMES: readonly JobName[] = [
  'mail',
  'clean',
  'unpaid',
  'complete_due',
  'licenses',
  'todo',
  'status',
  'verify',
  'staff_resets',
  'approval_mails',
  'erasures',
  'month_run',
  'product_bulk',
  'product_import',
  'import_pictures',
  'payout_mails',
  'newsletter',
]
/** Pause as a multiple of the time that a batch took: at peak load, visitors take precedence over emails. */
const PAUSE_FACTOR = 3
const timezone = 'America/New_York'
const SCHEDULES: readonly (Schedule & { name: JobName })[] = [
  // During quiet hours.
  { name: 'clean', cron: '17 4 * * *', timezone },
  // On the hour during opening hours; cancels at noon.
  { name: 'unpaid', cron: '0 9-17 * * *', timezone },
  // Some minutes after the jobs that cancel.
  { name: 'complete_due', cron: '20 * * * *', timezone },
  // Early enough that the day begins with up-to-date licenses.
  { name: 'licenses', cron: '10 * * * *', timezone },
  // Before the counter opens.
  { name: 'todo', cron: '0 7 * * *', timezone },
  { name: 'status', cron: '*/10 * * * *', timezone: 'UTC' },
  // During quiet hours, before the cleanup deletes anything relevant.
  { name: 'verify', cron: '37 3 * * *', timezone },
  { name: 'staff_resets', cron: '*/10 * * * *', timezone: 'UTC' },
  { name: 'approval_mails', cron: '* * * * *', timezone: 'UTC' },
  // Between the jobs that complete and cancel orders.
  { name: 'erasures', cron: '40 * * * *', timezone },
]

/**
 * `schedules`: whether this process queues scheduled jobs and maintains the queues. `othersQueue`: whether other
 * processes queue jobs for this one, so that it polls more often.
 */
export type JobsOptions = { schedules?: boolean; othersQueue?: boolean; tracing?: Tracing | undefined }

export async function startJobs(
  connection: Connection,
  onError: (error: unknown) => void,
  { schedules = true, othersQueue = false, tracing }: JobsOptions = {},
): Promise<Jobs> {
  const pollIntervalSeconds = { ...POLL_INTERVAL_SECONDS, ...(othersQueue && MULTI_PROCESS_POLL_INTERVAL_SECONDS) }
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connection.pool.query(text, values as unknown[]) },
    backend: connection.engine === 'embedded' ? 'pglite' : 'postgres',
    supervise: schedules,
    schedule: schedules,
  })
  boss.on('error', onError)
  await boss.start()
  await prepareQueues(boss, JOB_NAMES, QUEUE)
  const stopping = new AbortController()
  const workers = new Map<JobName, { id: string; waking?: NodeJS.Timeout | undefined }>()
  const wakeWorker = (ms: number, name: JobName) => {
    const worker = workers.get(name)
    if (!worker) return
    worker.waking ??= setTimeout(() => {
      worker.waking = undefined
      boss.notifyWorker(worker.id)
    }, ms).unref()
  }
  const wakeAfterCommit = (name: JobName) => {
    if (workers.has(name)) afterCommit(() => wakeWorker(WAKE_DELAY_MS, name))
  }
  if (schedules) await prepareSchedules(boss, SCHEDULES)

  return {
    async queue(trx, name, payloads, afterSeconds) {
      const delay = afterSeconds !== undefined && { startAfter: afterSeconds }
      const traceparent = tracing?.traceparent()
      // The job's group stores the trace; it would limit concurrency only if a worker requested that, and none does.
      const traceGroup = traceparent !== undefined && { group: { id: traceparent } }
      await boss.insert(
        name,
        payloads.map((data) => ({ data, ...delay, ...traceGroup })),
        { db: fromKysely(trx) },
      )
      if (!delay) wakeAfterCommit(name)
    },
    async requeue(trx, name, jobs) {
      const options = { db: fromKysely(trx) }
      await boss.deleteJob(
        name,
        jobs.map(({ id }) => id),
        options,
      )
      await boss.insert(
        name,
        jobs.map(({ id, payload }) => ({ id, data: payload })),
        options,
      )
      wakeAfterCommit(name)
    },
    async work(name, handler, onFailure) {
      const options = { ...WORK_OPTIONS, pollingIntervalSeconds: pollIntervalSeconds[name] }
      const id = await boss.work<JobPayloads[typeof name], JobResult[], typeof options>(name, options, async (jobs) => {
        const results: JobResult[] = []
        const started = performance.now()
        for (const { id, data, retryCount, retryLimit, groupId } of jobs) {
          try {
            const step = { ...describeJob(name, data, id), traceparent: groupId ?? null }
            await withSpan(tracing, step, () => handler(data, id, stopping.signal))
            results.push({ id, status: 'completed' })
          } catch (error) {
            // Stored with the job, which is retried.
            results.push({ id, status: 'failed', output: { message: String(error) } })
            const [tries, isLast] = [retryCount + 1, retryCount >= retryLimit]
            if (onFailure) await onFailure({ id, payload: data, error, tries, isLast })
            else onError(new JobError(name, data, error))
          }
        }
        if (jobs.length === WORK_OPTIONS.batchSize) wakeWorker(PAUSE_FACTOR * (performance.now() - started), name)
        return results
      })
      workers.set(name, { id })
    },
    stop() {
      stopping.abort()
      return boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/**
 * Describes a job in traces without personal data: by the kind of email, for instance. Schedules of older versions have
 * queued some jobs without a payload.
 */
function describeJob(name: JobName, data: object | null, id: string) {
  const mail = data !== null && 'mail' in data && typeof data.mail === 'string' && { 'salonfront.mail': data.mail }
  const attributes = { 'messaging.destination.name': name, 'messaging.message.id': id, ...mail }
  return { kind: 'consumer' as const, name: `job ${name}`, attributes }
}
