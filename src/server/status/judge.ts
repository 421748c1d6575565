import { type CheckName, type CheckState, checkNames } from '#contract/admin-status.ts'
import type { Facts, LastOperation } from './facts.ts'

export type Check = {
  check: CheckName
  state: CheckState
  says: string
  /** Advice for the owner. */
  advice: string | undefined
}

type Judged = Omit<Check, 'check'>
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Nightly jobs count as late after this. */
const NIGHTLY_MS = 26 * HOUR_MS
const MAIL_LATE_SECONDS = 15 * 60
const MAIL_STUCK_SECONDS = 3 * 3600
const JOB_LATE_SECONDS = 15 * 60
const SEAL_LATE_SECONDS = 5 * 60
const LIVE_SLOW_SECONDS = 2

const well = (says: string): Judged => ({ state: 'well', says, advice: undefined })
const judged = (state: CheckState, says: string, advice: string): Judged => ({ state, says, advice })

/** Evaluates the health of the shop, with messages for owners. */
export function judge(facts: Facts, now: Date): Check[] {
  const rules: Record<CheckName, Judged> = {
    mails: judgeMails(facts, now),
    newsletters: judgeNewsletters(facts),
    jobs: judgeJobs(facts),
    clean: judgeNightly(facts, facts.lastClean, now, {
      done: 'Old carts, sessions and files were cleared away',
      name: 'The nightly cleaning',
    }),
    backup: judgeBackup(facts, now),
    archiving: judgeArchiving(facts, now),
    verify: judgeVerify(facts, now),
    audit: judgeAudit(facts),
    live: judgeLive(facts),
    files: judgeFiles(facts),
    disk: judgeDisk(facts),
  }
  return checkNames.map((check) => ({ check, ...rules[check] }))
}

function judgeMails({ queues, undeliveredMails, lastMailSentAt }: Facts, now: Date): Judged {
  const mails = queues.find(({ queue }) => queue === 'mail')
  const age = mails?.ageSeconds ?? 0
  const sentAgo = lastMailSentAt === null ? Number.POSITIVE_INFINITY : (now.getTime() - lastMailSentAt.getTime()) / 1000
  if (mails && age >= MAIL_STUCK_SECONDS && sentAgo >= MAIL_STUCK_SECONDS) {
    return judged(
      'broken',
      `${count(mails.waiting, 'email')} ${mails.waiting === 1 ? 'waits' : 'wait'}, the oldest for ${span(age)}: the mail server takes none.`,
      'Look at Outbox, which shows the mail server’s reply, and check SMTP_URL with its administrator.',
    )
  }
  if (undeliveredMails > 0) {
    return judged(
      'attention',
      `${count(undeliveredMails, 'email')} could not be delivered.`,
      'Outbox says why; “Try again” there sends them once the reason is gone.',
    )
  }
  if (mails && age >= MAIL_LATE_SECONDS) {
    return judged(
      'attention',
      `The oldest of ${count(mails.waiting, 'waiting email')} is ${span(age)} old.`,
      'They are tried again by themselves. If this stays, look at Outbox.',
    )
  }
  return well('Emails leave within minutes.')
}

const judgeNewsletters = ({ stoppedNewsletters }: Facts): Judged =>
  stoppedNewsletters === 0
    ? well('No newsletter has been stopped.')
    : judged(
        'attention',
        `${count(stoppedNewsletters, 'newsletter')} stopped because the mail server took nothing for a day.`,
        'Open it under Members, Newsletter, and press “Go on” once mails leave again: nobody gets it twice.',
      )

function judgeJobs({ queues }: Facts): Judged {
  const others = queues.filter(({ queue }) => queue !== 'mail')
  const failed = others.filter((queue) => queue.failed > 0)
  if (failed.length > 0) {
    return judged(
      'broken',
      `Work in the background was given up: ${failed.map(({ queue, failed }) => `${queue} (${failed})`).join(', ')}.`,
      'The log says why (“background work”). It is tried again at its next hour; if it fails again, ask the server’s administrator.',
    )
  }
  const late = others.filter(({ oldestSeconds }) => oldestSeconds >= JOB_LATE_SECONDS)
  if (late.length > 0) {
    return judged(
      'broken',
      `Work in the background does not begin: ${late.map(({ queue, oldestSeconds }) => `${queue}, due for ${span(oldestSeconds)}`).join('; ')}.`,
      'No process of the shop does such work, or it hangs. Restart the shop; where roles are apart, start one with the role “worker”.',
    )
  }
  const retried = others.filter((queue) => queue.retried > 0)
  if (retried.length > 0) {
    return judged(
      'attention',
      `Work in the background failed and is tried again: ${retried.map(({ queue }) => queue).join(', ')}.`,
      'Usually it passes by itself. The log says why.',
    )
  }
  return well('Work in the background is done on time.')
}

function judgeNightly(
  { openedAt }: Facts,
  last: LastOperation | undefined,
  now: Date,
  { done, name }: { done: string; name: string },
): Judged {
  if (last && now.getTime() - last.at.getTime() < NIGHTLY_MS) return well(`${done} ${ago(last.at, now)}.`)
  if (!last && now.getTime() - openedAt.getTime() < NIGHTLY_MS) {
    return { state: 'idle', says: `${name} runs tonight for the first time.`, advice: undefined }
  }
  return judged(
    'attention',
    last ? `${name} last ran ${ago(last.at, now)}.` : `${name} has never run.`,
    'It runs before 5 in the morning, Eastern time, if the shop is up then. If it was, the log says what went wrong.',
  )
}

function judgeBackup({ lastBackup: last, openedAt }: Facts, now: Date): Judged {
  const advice =
    'Make one now: npm run shop -- backup FILE, or ops/backup/backup on PostgreSQL; and let a timer do it every night (docs/operating.md).'
  if (!last) {
    const isNew = now.getTime() - openedAt.getTime() < 3 * DAY_MS
    return judged(isNew ? 'attention' : 'broken', 'No backup has been made yet.', advice)
  }
  const age = now.getTime() - last.at.getTime()
  if (age >= 3 * DAY_MS) return judged('broken', `The last backup was made ${ago(last.at, now)}.`, advice)
  if (age >= NIGHTLY_MS) return judged('attention', `The last backup was made ${ago(last.at, now)}.`, advice)
  if (last.findings > 0) {
    return judged(
      'attention',
      `The last backup, made ${ago(last.at, now)}, is whole, but ${count(last.findings, 'file')} that the shop names had been missing.`,
      'npm run shop -- verify names them.',
    )
  }
  return well(`Backed up ${ago(last.at, now)}${last.note === '' ? '' : `: ${last.note}`}.`)
}

function judgeArchiving({ archiving }: Facts, now: Date): Judged {
  if (!archiving) {
    return {
      state: 'idle',
      says: 'Between two backups nothing is kept aside: what is deleted by mistake comes back as of the last backup.',
      advice: undefined,
    }
  }
  if (archiving.failedSince) {
    return judged(
      'broken',
      `PostgreSQL could not keep its log aside ${ago(archiving.failedSince, now)}, and not since: no moment after that can be recovered, and its disk fills.`,
      'Look at the log of PostgreSQL and of pgBackRest: the repository is full, away, or not writable.',
    )
  }
  if (!archiving.lastArchivedAt) {
    return { state: 'idle', says: 'PostgreSQL has not kept any of its log aside yet.', advice: undefined }
  }
  return well(`Any second can be recovered; the log was last kept aside ${ago(archiving.lastArchivedAt, now)}.`)
}

function judgeVerify(facts: Facts, now: Date): Judged {
  const { lastVerify: last } = facts
  if (last && last.findings > 0) {
    return judged(
      'broken',
      `${count(last.findings, 'thing')} did not add up ${ago(last.at, now)}: ${last.note}`,
      'npm run shop -- verify names each of them. Do not change the database by hand; show the list to the program’s maintainer.',
    )
  }
  return judgeNightly(facts, last, now, {
    done: 'Every sum and reference agreed when they were checked',
    name: 'The nightly check of every sum',
  })
}

const judgeAudit = ({ unsealedSeconds }: Facts): Judged =>
  unsealedSeconds < SEAL_LATE_SECONDS
    ? well('Every entry of the audit log is sealed.')
    : judged(
        'broken',
        `Entries of the audit log have not been sealed for ${span(unsealedSeconds)}.`,
        'Until they are, a change to them would not show. Restart the shop; if it stays, the log says why.',
      )

function judgeLive({ liveSeconds }: Facts): Judged {
  if (liveSeconds === undefined) {
    return judged(
      'attention',
      'The figures of open months are not there: Sales and Network answer that they are being added up.',
      'After a start this takes up to a minute. If it stays, restart the shop, and look at the log.',
    )
  }
  if (liveSeconds >= LIVE_SLOW_SECONDS) {
    return judged(
      'attention',
      `The figures of open months are ${span(liveSeconds)} behind.`,
      'They catch up by themselves after an import. If it stays, the server has too little processor or memory.',
    )
  }
  return well('The figures of open months follow within a second.')
}

function judgeFiles({ bucket }: Facts): Judged {
  if (!bucket) return well('Pictures and files lie on the disk of the server.')
  return bucket.fault === undefined
    ? well('The bucket with pictures and files answers.')
    : judged(
        'broken',
        `The bucket with pictures and files does not answer: ${bucket.fault}`,
        'Pages show no pictures, and uploads are refused. Ask the store’s administrator; “npm run shop -- storage check” tests it.',
      )
}

function judgeDisk({ disk: { freeBytes, totalBytes } }: Facts): Judged {
  const says = `${size(freeBytes)} of ${size(totalBytes)} are free on the server’s disk.`
  const advice = 'Make room: old backups and logs first. Files can move to a bucket (docs/operating.md).'
  if (freeBytes < 1024 ** 3 || freeBytes < totalBytes * 0.03) return judged('broken', says, advice)
  return freeBytes < totalBytes * 0.1 ? judged('attention', says, advice) : well(says)
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

function span(seconds: number): string {
  if (seconds < 90) return count(Math.round(seconds), 'second')
  if (seconds < 90 * 60) return count(Math.round(seconds / 60), 'minute')
  if (seconds < 48 * 3600) return count(Math.round(seconds / 3600), 'hour')
  return count(Math.round(seconds / 86_400), 'day')
}

function ago(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000
  return seconds < 5 ? 'just now' : `${span(seconds)} ago`
}

const size = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(bytes < 10 * 1024 ** 3 ? 1 : 0)} GB`
