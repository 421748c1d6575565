import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { cancelPendingChange } from './email-change.queries.ts'
import { deleteLinks } from './password-link.queries.ts'

/**
 * Ends the links that set, prove or confirm something and were mailed before a password was set. Keeps links that
 * restore an account; an attacker could otherwise end those by changing the password.
 */
export async function expireOlderLinks(trx: Transaction, userId: UserId): Promise<void> {
  await deleteLinks(trx, userId)
  await cancelPendingChange(trx, userId)
}
