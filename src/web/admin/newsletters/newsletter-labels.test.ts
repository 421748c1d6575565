import { expect, it } from 'vitest'
import { newsletterStateLabel, processedCount, undeliveredCount } from './newsletter-labels.ts'

const counts = {
  recipients: 1204,
  sent: 300,
  refused: 7,
  failed: 4,
  unknown: 1,
  withdrawn: 0,
  remaining: 892,
  unsubscribed: 2,
}

it('describes the progress of a newsletter', () => {
  expect([processedCount(counts), undeliveredCount(counts)]).toEqual([312, 12])
  const label = (state: 'draft' | 'sending' | 'stopped' | 'sent', stopped_by: 'staff' | 'mail_server' | null = null) =>
    newsletterStateLabel({ state, stopped_by, counts }).label
  expect([
    label('draft'),
    label('sending'),
    label('stopped', 'staff'),
    label('stopped', 'mail_server'),
    label('sent'),
  ]).toEqual(['Draft', 'Sending, 312 of 1,204', 'Stopped, 312 of 1,204', 'No mail server, 312 of 1,204', 'Sent'])
})
