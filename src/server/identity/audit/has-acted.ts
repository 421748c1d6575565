import type { Transaction } from '#server/platform/database/connection.ts'
import type { NamedStaff } from './actor.ts'
import { hasEntryByStaff, lockPayloads } from './audit.queries.ts'
import type { Person } from './erase-person.ts'

/**
 * Returns true if staff did one of these actions to a person, signed in or by a command, and the entry's payload is not
 * erased.
 */
export async function hasActed(
  trx: Transaction,
  staff: NamedStaff,
  actions: readonly string[],
  { memberId, subjects = [] }: Omit<Person, 'reason'>,
): Promise<boolean> {
  return hasEntryByStaff(trx, staff, actions, await lockPayloads(trx, memberId, subjects))
}
