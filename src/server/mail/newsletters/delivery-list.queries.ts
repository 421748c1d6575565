import { sql } from 'kysely'
import type { Delivery } from '#contract/mail/admin-newsletter.ts'
import type { Database } from '#server/platform/database/connection.ts'

export type DeliveryRow = Omit<Delivery, 'at' | 'next_attempt_at'> & { at: Date; next_attempt_at: Date | null }

/** Lists emails that were not delivered, or not yet, by subscriber. */
export async function findDeliveries(
  db: Database,
  id: number,
  { states, after, limit }: { states: readonly Delivery['state'][]; after: number; limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select subscriber_id, email, delivery.state, at, next_attempt_at, tries as attempts, code
      from newsletter_deliveries delivery left join newsletter_subscribers subscriber on subscriber.id = subscriber_id
     where newsletter_id = ${id} and delivery.state <> 'sent' and delivery.state = any(${states}::text[])
       and subscriber_id > ${after}
     order by subscriber_id limit ${limit}`.execute(db)
  return rows
}
