import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const newsletterChecks: Check[] = [
  {
    findings: sql`
      select format('Newsletter %s counts %s sent, %s refused, %s failed, %s unknown, %s ended; its deliveries are %s, %s, %s, %s, %s.',
          newsletters.id, sent_count, refused_count, failed_count, unknown_count, unsubscribed_count,
          made.sent, made.refused, made.failed, made.unknown, made.unsubscribed) as finding
        from newsletters cross join lateral (
          select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'refused') as refused,
              count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'unknown') as unknown,
              count(*) filter (where unsubscribed_at is not null) as unsubscribed
            from newsletter_deliveries where newsletter_id = newsletters.id) made
       where (sent_count, refused_count, failed_count, unknown_count, unsubscribed_count)
         <> (made.sent, made.refused, made.failed, made.unknown, made.unsubscribed)`,
  },
  {
    findings: sql`
      select format('Newsletter %s is %s and has %s mails that are being sent or wait.', id, newsletters.state, open.n) as finding
        from newsletters cross join lateral (
          select count(*) as n from newsletter_deliveries where newsletter_id = id and state in ('sending', 'waiting')) open
       where newsletters.state in ('draft', 'sent') and open.n > 0
      union all
      select format('Newsletter %s went to %s, more than the %s who wanted it.', id, made.n, recipients)
        from newsletters cross join lateral (
          select count(*) as n from newsletter_deliveries where newsletter_id = id) made
       where made.n > recipients`,
  },
]
