import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { askSubscriber } from './subscription.queries.ts'

/**
 * Asks an email to confirm the newsletter by a mailed link; until then it gets none (docs/back-office §4). Who has ended
 * it is asked anew. The caller learns nothing of what was there.
 */
export async function subscribe(trx: Transaction, email: string, { jobs }: Pick<Services, 'jobs'>): Promise<void> {
  const id = await askSubscriber(trx, email)
  if (id !== undefined) await jobs.queue(trx, 'mail', [{ mail: 'confirm_newsletter', subscriber_id: id }])
}
