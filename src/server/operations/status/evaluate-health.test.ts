import { describe, expect, test } from 'vitest'
import { type CheckName, checkNames } from '#contract/operations/status.ts'
import { evaluateHealth } from './evaluate-health.ts'
import type { Metrics, QueueMetrics } from './metrics.ts'

const now = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const createOperation = (hours: number, findings = 0, note = '') => ({ at: hoursAgo(hours), findings, note })
const GB = 1024 ** 3
const createQueue = (name: string, overrides: Partial<QueueMetrics>): QueueMetrics => ({
  queue: name,
  waiting: 1,
  overdueSeconds: 0,
  ageSeconds: 0,
  retried: 0,
  failed: 0,
  ...overrides,
})
const healthyMetrics: Metrics = {
  openedAt: hoursAgo(1000),
  undeliveredMails: 0,
  lastMailSentAt: hoursAgo(4),
  unsealedSeconds: 1,
  stoppedNewsletters: 0,
  ordersLastHour: 3,
  paymentsToday: 1,
  queues: [createQueue('mail', { ageSeconds: 3 })],
  archiving: { failedSince: null, lastArchivedAt: hoursAgo(0.01) },
  lastBackup: createOperation(5),
  lastVerify: createOperation(8),
  lastClean: createOperation(8),
  disk: { freeBytes: 50 * GB, totalBytes: 100 * GB },
  bucket: { error: undefined },
  catchUpSeconds: 0.01,
}
const evaluate = (check: CheckName, overrides: Partial<Metrics>) => {
  const result = evaluateHealth({ ...healthyMetrics, ...overrides }, now).find((candidate) => candidate.check === check)
  if (!result) throw new Error(check)
  return result
}

test('reports nothing to do for a healthy shop', () => {
  const checks = evaluateHealth(healthyMetrics, now)
  expect(checks.map(({ check }) => check)).toEqual(checkNames)
  expect(checks.filter(({ state, advice }) => state !== 'ok' || advice !== undefined)).toEqual([])
})

const cases: [CheckName, Partial<Metrics>, 'warning' | 'critical' | 'unknown' | 'ok', RegExp][] = [
  [
    'mails',
    { queues: [createQueue('mail', { waiting: 4, ageSeconds: 3600 })] },
    'warning',
    /4 queued emails is 60 minutes old/,
  ],
  [
    'mails',
    { queues: [createQueue('mail', { waiting: 40, ageSeconds: 4 * 3600 })] },
    'critical',
    /40 emails are queued, the oldest for 4 hours/,
  ],
  ['mails', { undeliveredMails: 1 }, 'warning', /1 email couldn’t be delivered/],
  [
    'mails',
    { queues: [createQueue('mail', { ageSeconds: 4 * 3600 })], lastMailSentAt: hoursAgo(1) },
    'warning',
    /1 queued email is 4 hours old/,
  ],
  [
    'mails',
    { queues: [createQueue('mail', { ageSeconds: 4 * 3600 })], lastMailSentAt: null },
    'critical',
    /1 email is queued/,
  ],
  ['newsletters', { stoppedNewsletters: 2 }, 'warning', /2 newsletters stopped/],
  ['jobs', { queues: [createQueue('unpaid', { failed: 2 })] }, 'critical', /work failed: unpaid \(2\)/],
  ['jobs', { queues: [createQueue('clean', { overdueSeconds: 1800 })] }, 'critical', /clean, due for 30 minutes/],
  [
    'jobs',
    { queues: [createQueue('licenses', { retried: 1, ageSeconds: 99_999 })] },
    'warning',
    /being retried: licenses/,
  ],
  ['jobs', { queues: [createQueue('mail', { overdueSeconds: 9999, failed: 3 })] }, 'ok', /on schedule/],
  ['clean', { lastClean: createOperation(30) }, 'warning', /last ran 30 hours ago/],
  ['clean', { lastClean: undefined }, 'warning', /never run/],
  ['clean', { lastClean: undefined, openedAt: hoursAgo(3) }, 'unknown', /tonight for the first time/],
  ['backup', { lastBackup: undefined }, 'critical', /No backup/],
  ['backup', { lastBackup: undefined, openedAt: hoursAgo(3) }, 'warning', /No backup/],
  ['backup', { lastBackup: createOperation(27) }, 'warning', /27 hours ago/],
  ['backup', { lastBackup: createOperation(80) }, 'critical', /3 days ago/],
  ['backup', { lastBackup: createOperation(2, 3) }, 'warning', /3 files were missing/],
  ['archiving', { archiving: undefined }, 'unknown', /Changes between backups/],
  ['archiving', { archiving: { failedSince: hoursAgo(2), lastArchivedAt: hoursAgo(9) } }, 'critical', /hasn’t since/],
  ['archiving', { archiving: { failedSince: null, lastArchivedAt: null } }, 'unknown', /hasn’t archived any/],
  ['verify', { lastVerify: createOperation(30) }, 'warning', /30 hours ago/],
  [
    'verify',
    { lastVerify: createOperation(2, 2, 'Order 100001: …') },
    'critical',
    /2 things did not add up 2 hours ago: Order 100001/,
  ],
  ['verify', { lastVerify: undefined, openedAt: hoursAgo(1) }, 'unknown', /tonight/],
  ['audit', { unsealedSeconds: 600 }, 'critical', /haven’t been sealed for 10 minutes/],
  ['live', { catchUpSeconds: undefined }, 'warning', /aren’t available/],
  ['live', { catchUpSeconds: 5 }, 'warning', /5 seconds behind/],
  ['files', { bucket: undefined }, 'ok', /on the server’s disk/],
  ['files', { bucket: { error: '403 AccessDenied' } }, 'critical', /403 AccessDenied/],
  ['disk', { disk: { freeBytes: 9 * GB, totalBytes: 100 * GB } }, 'warning', /9\.0 GB of 100 GB/],
  ['disk', { disk: { freeBytes: 2 * GB, totalBytes: 100 * GB } }, 'critical', /2\.0 GB of 100 GB/],
  ['disk', { disk: { freeBytes: 0.5 * GB, totalBytes: 4 * GB } }, 'critical', /0\.5 GB/],
]

describe('describes each state with advice', () => {
  test.each(cases)('%s %#', (check, overrides, state, message) => {
    const result = evaluate(check, overrides)
    expect(result).toMatchObject({ state, message: expect.stringMatching(message) })
    expect(result.advice !== undefined).toBe(state === 'warning' || state === 'critical')
  })
})
