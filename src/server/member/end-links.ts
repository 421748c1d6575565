import type { Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { endAwaited } from './email-change.queries.ts'
import { deleteLinks } from './password-link.queries.ts'

/**
 * What was mailed before a password was set sets, proves and confirms nothing any more. Links that take an account back
 * are not among them: a thief could end those by changing the password.
 */
export async function endOlderLinks(trx: Transaction, userId: UserId): Promise<void> {
  await deleteLinks(trx, userId)
  await endAwaited(trx, userId)
}
