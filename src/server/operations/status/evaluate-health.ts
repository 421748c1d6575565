import { type CheckName, type CheckState, checkNames } from '#contract/operations/status.ts'
import type { LastOperation, Metrics } from './metrics.ts'

export type Check = {
  check: CheckName
  state: CheckState
  message: string
  /** Advice for the owner. */
  advice: string | undefined
}

type CheckOutcome = Omit<Check, 'check'>
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Nightly jobs count as late after this. */
const NIGHTLY_MS = 26 * HOUR_MS
const MAIL_LATE_SECONDS = 15 * 60
const MAIL_STUCK_SECONDS = 3 * 3600
const JOB_LATE_SECONDS = 15 * 60
const SEAL_LATE_SECONDS = 5 * 60
const LIVE_SLOW_SECONDS = 2

const ok = (message: string): CheckOutcome => ({ state: 'ok', message, advice: undefined })
const problem = (state: CheckState, message: string, advice: string): CheckOutcome => ({ state, message, advice })

/** Evaluates the health of the shop, with messages for owners. */
export function evaluateHealth(metrics: Metrics, now: Date): Check[] {
  const rules: Record<CheckName, CheckOutcome> = {
    mails: evaluateEmails(metrics, now),
    newsletters: evaluateNewsletters(metrics),
    jobs: evaluateJobs(metrics),
    clean: evaluateNightly(metrics, metrics.lastClean, now, {
      done: 'Old carts, sessions and files were deleted',
      name: 'The nightly cleanup',
    }),
    backup: evaluateBackup(metrics, now),
    archiving: evaluateArchiving(metrics, now),
    verify: evaluateVerify(metrics, now),
    audit: evaluateAudit(metrics),
    live: evaluateLive(metrics),
    files: evaluateFiles(metrics),
    disk: evaluateDisk(metrics),
  }
  return checkNames.map((check) => ({ check, ...rules[check] }))
}

function evaluateEmails({ queues, undeliveredMails, lastMailSentAt }: Metrics, now: Date): CheckOutcome {
  const mails = queues.find(({ queue }) => queue === 'mail')
  const age = mails?.ageSeconds ?? 0
  const sentAgo = lastMailSentAt === null ? Number.POSITIVE_INFINITY : (now.getTime() - lastMailSentAt.getTime()) / 1000
  if (mails && age >= MAIL_STUCK_SECONDS && sentAgo >= MAIL_STUCK_SECONDS) {
    return problem(
      'critical',
      `${formatCount(mails.waiting, 'email')} ${mails.waiting === 1 ? 'is' : 'are'} queued, the oldest for ${formatDuration(age)}: the mail server isn’t accepting any.`,
      'Check the mail server’s reply in Outbox, and check SMTP_URL with your mail administrator.',
    )
  }
  if (undeliveredMails > 0) {
    return problem(
      'warning',
      `${formatCount(undeliveredMails, 'email')} couldn’t be delivered.`,
      'Outbox shows why. Once the cause is fixed, use “Try again” there.',
    )
  }
  if (mails && age >= MAIL_LATE_SECONDS) {
    return problem(
      'warning',
      `The oldest of ${formatCount(mails.waiting, 'queued email')} is ${formatDuration(age)} old.`,
      'They’re retried automatically. If this continues, check Outbox.',
    )
  }
  return ok('Emails are sent within minutes.')
}

const evaluateNewsletters = ({ stoppedNewsletters }: Metrics): CheckOutcome =>
  stoppedNewsletters === 0
    ? ok('No newsletter has been stopped.')
    : problem(
        'warning',
        `${formatCount(stoppedNewsletters, 'newsletter')} stopped because the mail server accepted nothing for a day.`,
        'Open it under Members › Newsletter and send the rest once emails go out again. No one gets it twice.',
      )

function evaluateJobs({ queues }: Metrics): CheckOutcome {
  const others = queues.filter(({ queue }) => queue !== 'mail')
  const failed = others.filter((queue) => queue.failed > 0)
  if (failed.length > 0) {
    return problem(
      'critical',
      `Background work failed: ${failed.map(({ queue, failed }) => `${queue} (${failed})`).join(', ')}.`,
      'The log shows why (“background work”). It’s retried at its next scheduled time. If it fails again, contact the server’s administrator.',
    )
  }
  const late = others.filter(({ overdueSeconds }) => overdueSeconds >= JOB_LATE_SECONDS)
  if (late.length > 0) {
    return problem(
      'critical',
      `Background work isn’t starting: ${late.map(({ queue, overdueSeconds }) => `${queue}, due for ${formatDuration(overdueSeconds)}`).join('; ')}.`,
      'No process is doing this work, or it’s stuck. Restart the store. If roles run separately, start one with the role “worker”.',
    )
  }
  const retried = others.filter((queue) => queue.retried > 0)
  if (retried.length > 0) {
    return problem(
      'warning',
      `Background work failed and is being retried: ${retried.map(({ queue }) => queue).join(', ')}.`,
      'This usually resolves itself. The log shows why.',
    )
  }
  return ok('Background work is on schedule.')
}

function evaluateNightly(
  { openedAt }: Metrics,
  last: LastOperation | undefined,
  now: Date,
  { done, name }: { done: string; name: string },
): CheckOutcome {
  if (last && now.getTime() - last.at.getTime() < NIGHTLY_MS) return ok(`${done} ${formatAge(last.at, now)}.`)
  if (!last && now.getTime() - openedAt.getTime() < NIGHTLY_MS) {
    return { state: 'unknown', message: `${name} runs tonight for the first time.`, advice: undefined }
  }
  return problem(
    'warning',
    last ? `${name} last ran ${formatAge(last.at, now)}.` : `${name} has never run.`,
    'It runs before 5 AM Eastern Time if the store is running. If it was, the log shows what went wrong.',
  )
}

function evaluateBackup({ lastBackup: last, openedAt }: Metrics, now: Date): CheckOutcome {
  const advice =
    'Make one now: npm run shop -- backup FILE, or ops/backup/backup on PostgreSQL. Schedule it every night (docs/operating.md).'
  if (!last) {
    const isNew = now.getTime() - openedAt.getTime() < 3 * DAY_MS
    return problem(isNew ? 'warning' : 'critical', 'No backup has been made yet.', advice)
  }
  const age = now.getTime() - last.at.getTime()
  if (age >= 3 * DAY_MS) return problem('critical', `The last backup was made ${formatAge(last.at, now)}.`, advice)
  if (age >= NIGHTLY_MS) return problem('warning', `The last backup was made ${formatAge(last.at, now)}.`, advice)
  if (last.findings > 0) {
    return problem(
      'warning',
      `The last backup, made ${formatAge(last.at, now)}, is complete, but ${formatCount(last.findings, 'file')} were missing from the store.`,
      'npm run shop -- verify lists them.',
    )
  }
  return ok(`Backed up ${formatAge(last.at, now)}${last.note === '' ? '' : `: ${last.note}`}.`)
}

function evaluateArchiving({ archiving }: Metrics, now: Date): CheckOutcome {
  if (!archiving) {
    return {
      state: 'unknown',
      message:
        'Changes between backups aren’t archived. Data deleted by mistake can only be restored from the last backup.',
      advice: undefined,
    }
  }
  if (archiving.failedSince) {
    return problem(
      'critical',
      `PostgreSQL failed to archive its log ${formatAge(archiving.failedSince, now)} and hasn’t since. No later moment can be recovered, and its disk is filling up.`,
      'Check the logs of PostgreSQL and pgBackRest: the repository is full, unreachable or not writable.',
    )
  }
  if (!archiving.lastArchivedAt) {
    return { state: 'unknown', message: 'PostgreSQL hasn’t archived any of its log yet.', advice: undefined }
  }
  return ok(`Any second can be recovered. The log was last archived ${formatAge(archiving.lastArchivedAt, now)}.`)
}

function evaluateVerify(metrics: Metrics, now: Date): CheckOutcome {
  const { lastVerify: last } = metrics
  if (last && last.findings > 0) {
    return problem(
      'critical',
      `${formatCount(last.findings, 'thing')} did not add up ${formatAge(last.at, now)}: ${last.note}`,
      'npm run shop -- verify lists each one. Don’t change the database manually; show the list to the software’s maintainer.',
    )
  }
  return evaluateNightly(metrics, last, now, {
    done: 'Every sum and reference matched when checked',
    name: 'The nightly check of every sum',
  })
}

const evaluateAudit = ({ unsealedSeconds }: Metrics): CheckOutcome =>
  unsealedSeconds < SEAL_LATE_SECONDS
    ? ok('Every entry of the audit log is sealed.')
    : problem(
        'critical',
        `Audit log entries haven’t been sealed for ${formatDuration(unsealedSeconds)}.`,
        'Until then, changes to them can’t be detected. Restart the store. If this continues, the log shows why.',
      )

function evaluateLive({ catchUpSeconds }: Metrics): CheckOutcome {
  if (catchUpSeconds === undefined) {
    return problem(
      'warning',
      'Figures of open months aren’t available: Sales and Network show that they’re being calculated.',
      'This takes up to a minute after a start. If it continues, restart the store and check the log.',
    )
  }
  if (catchUpSeconds >= LIVE_SLOW_SECONDS) {
    return problem(
      'warning',
      `Figures of open months are ${formatDuration(catchUpSeconds)} behind.`,
      'They catch up automatically after an import. If this continues, the server needs more CPU or memory.',
    )
  }
  return ok('Figures of open months are up to date within a second.')
}

function evaluateFiles({ bucket }: Metrics): CheckOutcome {
  if (!bucket) return ok('Pictures and files are stored on the server’s disk.')
  return bucket.error === undefined
    ? ok('The bucket with pictures and files is reachable.')
    : problem(
        'critical',
        `The bucket with pictures and files isn’t reachable: ${bucket.error}`,
        'Pages show no pictures, and uploads fail. Contact the storage administrator. “npm run shop -- storage check” tests it.',
      )
}

function evaluateDisk({ disk: { freeBytes, totalBytes } }: Metrics): CheckOutcome {
  const message = `${formatSize(freeBytes)} of ${formatSize(totalBytes)} free on the server’s disk.`
  const advice = 'Free up space, starting with old backups and logs. Files can move to a bucket (docs/operating.md).'
  if (freeBytes < 1024 ** 3 || freeBytes < totalBytes * 0.03) return problem('critical', message, advice)
  return freeBytes < totalBytes * 0.1 ? problem('warning', message, advice) : ok(message)
}

const formatCount = (number: number, singular: string): string => `${number} ${singular}${number === 1 ? '' : 's'}`

function formatDuration(seconds: number): string {
  if (seconds < 90) return formatCount(Math.round(seconds), 'second')
  if (seconds < 90 * 60) return formatCount(Math.round(seconds / 60), 'minute')
  if (seconds < 48 * 3600) return formatCount(Math.round(seconds / 3600), 'hour')
  return formatCount(Math.round(seconds / 86_400), 'day')
}

function formatAge(instant: Date, now: Date): string {
  const seconds = (now.getTime() - instant.getTime()) / 1000
  return seconds < 5 ? 'just now' : `${formatDuration(seconds)} ago`
}

const formatSize = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(bytes < 10 * 1024 ** 3 ? 1 : 0)} GB`
