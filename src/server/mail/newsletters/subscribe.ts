import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { requestConfirmation } from './subscription.queries.ts'

/**
 * Asks an address to confirm the newsletter through an emailed link; until then it receives none (docs/back-office §4).
 * Former subscribers are asked again. The caller does not learn what was stored before.
 */
export async function subscribe(trx: Transaction, email: string, { jobs }: Pick<Services, 'jobs'>): Promise<void> {
  const id = await requestConfirmation(trx, email)
  if (id !== undefined) await jobs.queue(trx, 'mail', [{ mail: 'confirm_newsletter', subscriber_id: id }])
}
