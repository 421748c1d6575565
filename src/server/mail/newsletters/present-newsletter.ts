import type { Delivery, ListedNewsletter, Newsletter } from '#contract/mail/admin-newsletter.ts'
import type { DeliveryRow } from './delivery-list.queries.ts'
import type { NewsletterRow } from './newsletter.queries.ts'

export function presentListed(row: NewsletterRow): ListedNewsletter {
  const {
    recipients,
    sent_count: sentCount,
    refused_count: refusedCount,
    failed_count: failedCount,
    unknown_count: unknownCount,
  } = row
  const remaining = recipients - sentCount - refusedCount - failedCount - unknownCount
  const isSent = row.state === 'sent'
  return {
    id: row.id,
    subject: row.subject,
    state: row.state,
    stopped_by: row.stopped_by,
    changed: { at: row.changed_at.toISOString(), by: row.changed_by },
    started: row.started_at && { at: row.started_at.toISOString(), by: row.started_by ?? '' },
    ended_at: row.ended_at?.toISOString() ?? null,
    counts: {
      recipients,
      sent: sentCount,
      refused: refusedCount,
      failed: failedCount,
      unknown: unknownCount,
      withdrawn: isSent ? remaining : 0,
      remaining: isSent ? 0 : remaining,
      unsubscribed: row.unsubscribed_count,
    },
  }
}

export const presentNewsletter = (
  row: NewsletterRow,
  { subscriberCount, postalAddress }: { subscriberCount: number; postalAddress: string },
): Newsletter => ({
  ...presentListed(row),
  body: row.body,
  version: String(row.version),
  error: row.fault,
  subscriber_count: subscriberCount,
  postal_address: postalAddress,
})

export const presentDelivery = ({ at, next_attempt_at, ...row }: DeliveryRow): Delivery => ({
  ...row,
  at: at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
})
