import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { requestConfirmation } from './subscription.queries.ts'

/**
 * Emails an address a link to confirm the subscription; until then it receives no newsletter (docs/back-office §4).
 * Former subscribers must confirm again. The caller cannot find out whether the address was known.
 */
export async function subscribe(trx: Transaction, email: string, { jobs }: Pick<Services, 'jobs'>): Promise<void> {
  const id = await requestConfirmation(trx, email)
  if (id !== undefined) await jobs.queue(trx, 'mail', [{ mail: 'confirm_newsletter', subscriber_id: id }])
}
