import { describe, expect, test } from 'vitest'
import { type CheckName, checkNames } from '#contract/admin-status.ts'
import { evaluateHealth } from './evaluate-health.ts'
import type { Facts, QueueFacts } from './metrics.ts'

const now = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const done = (hours: number, findings = 0, note = '') => ({ at: hoursAgo(hours), findings, note })
const GB = 1024 ** 3
const queue = (name: string, given: Partial<QueueFacts>): QueueFacts => ({
  queue: name,
  waiting: 1,
  oldestSeconds: 0,
  ageSeconds: 0,
  retried: 0,
  failed: 0,
  ...given,
})
const allWell: Facts = {
  openedAt: hoursAgo(1000),
  undeliveredMails: 0,
  lastMailSentAt: hoursAgo(4),
  unsealedSeconds: 1,
  stoppedNewsletters: 0,
  ordersLastHour: 3,
  paymentsToday: 1,
  queues: [queue('mail', { ageSeconds: 3 })],
  archiving: { failedSince: null, lastArchivedAt: hoursAgo(0.01) },
  lastBackup: done(5),
  lastVerify: done(8),
  lastClean: done(8),
  disk: { freeBytes: 50 * GB, totalBytes: 100 * GB },
  bucket: { fault: undefined },
  liveSeconds: 0.01,
}
const found = (check: CheckName, given: Partial<Facts>) => {
  const one = evaluateHealth({ ...allWell, ...given }, now).find((candidate) => candidate.check === check)
  if (!one) throw new Error(check)
  return one
}

test('reports nothing to do for a healthy shop', () => {
  const checks = evaluateHealth(allWell, now)
  expect(checks.map(({ check }) => check)).toEqual(checkNames)
  expect(checks.filter(({ state, advice }) => state !== 'well' || advice !== undefined)).toEqual([])
})

const cases: [CheckName, Partial<Facts>, 'attention' | 'broken' | 'idle' | 'well', RegExp][] = [
  [
    'mails',
    { queues: [queue('mail', { waiting: 4, ageSeconds: 3600 })] },
    'attention',
    /4 queued emails is 60 minutes old/,
  ],
  [
    'mails',
    { queues: [queue('mail', { waiting: 40, ageSeconds: 4 * 3600 })] },
    'broken',
    /40 emails are queued, the oldest for 4 hours/,
  ],
  ['mails', { undeliveredMails: 1 }, 'attention', /1 email couldn’t be delivered/],
  [
    'mails',
    { queues: [queue('mail', { ageSeconds: 4 * 3600 })], lastMailSentAt: hoursAgo(1) },
    'attention',
    /1 queued email is 4 hours old/,
  ],
  ['mails', { queues: [queue('mail', { ageSeconds: 4 * 3600 })], lastMailSentAt: null }, 'broken', /1 email is queued/],
  ['newsletters', { stoppedNewsletters: 2 }, 'attention', /2 newsletters stopped/],
  ['jobs', { queues: [queue('unpaid', { failed: 2 })] }, 'broken', /work failed: unpaid \(2\)/],
  ['jobs', { queues: [queue('clean', { oldestSeconds: 1800 })] }, 'broken', /clean, due for 30 minutes/],
  ['jobs', { queues: [queue('licences', { retried: 1, ageSeconds: 99_999 })] }, 'attention', /being retried: licences/],
  ['jobs', { queues: [queue('mail', { oldestSeconds: 9999, failed: 3 })] }, 'well', /on schedule/],
  ['clean', { lastClean: done(30) }, 'attention', /last ran 30 hours ago/],
  ['clean', { lastClean: undefined }, 'attention', /never run/],
  ['clean', { lastClean: undefined, openedAt: hoursAgo(3) }, 'idle', /tonight for the first time/],
  ['backup', { lastBackup: undefined }, 'broken', /No backup/],
  ['backup', { lastBackup: undefined, openedAt: hoursAgo(3) }, 'attention', /No backup/],
  ['backup', { lastBackup: done(27) }, 'attention', /27 hours ago/],
  ['backup', { lastBackup: done(80) }, 'broken', /3 days ago/],
  ['backup', { lastBackup: done(2, 3) }, 'attention', /3 files were missing/],
  ['archiving', { archiving: undefined }, 'idle', /Changes between backups/],
  ['archiving', { archiving: { failedSince: hoursAgo(2), lastArchivedAt: hoursAgo(9) } }, 'broken', /hasn’t since/],
  ['archiving', { archiving: { failedSince: null, lastArchivedAt: null } }, 'idle', /hasn’t archived any/],
  ['verify', { lastVerify: done(30) }, 'attention', /30 hours ago/],
  [
    'verify',
    { lastVerify: done(2, 2, 'Order 100001: …') },
    'broken',
    /2 things did not add up 2 hours ago: Order 100001/,
  ],
  ['verify', { lastVerify: undefined, openedAt: hoursAgo(1) }, 'idle', /tonight/],
  ['audit', { unsealedSeconds: 600 }, 'broken', /haven’t been sealed for 10 minutes/],
  ['live', { liveSeconds: undefined }, 'attention', /aren’t available/],
  ['live', { liveSeconds: 5 }, 'attention', /5 seconds behind/],
  ['files', { bucket: undefined }, 'well', /on the server’s disk/],
  ['files', { bucket: { fault: '403 AccessDenied' } }, 'broken', /403 AccessDenied/],
  ['disk', { disk: { freeBytes: 9 * GB, totalBytes: 100 * GB } }, 'attention', /9\.0 GB of 100 GB/],
  ['disk', { disk: { freeBytes: 2 * GB, totalBytes: 100 * GB } }, 'broken', /2\.0 GB of 100 GB/],
  ['disk', { disk: { freeBytes: 0.5 * GB, totalBytes: 4 * GB } }, 'broken', /0\.5 GB/],
]

describe('describes each state and what to do about it', () => {
  test.each(cases)('%s %#', (check, given, state, says) => {
    const one = found(check, given)
    expect(one).toMatchObject({ state, says: expect.stringMatching(says) })
    expect(one.advice !== undefined).toBe(state === 'attention' || state === 'broken')
  })
})
