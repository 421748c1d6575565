import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { PersonKeys } from './decision.ts'
import { findGuestKeys, findPersonId, findUserById, findUserKeys } from './person.queries.ts'

type PersonSearchResult = Omit<PersonKeys, 'user'> & { user: UserId | null }

/** Returns whether there is such a member, erased or not. */
export const isKnownPerson = async (db: Database, userId: UserId): Promise<boolean> =>
  (await findUserById(db, userId)) !== undefined

/** Returns the keys of a member by `users.id`. */
export const findMemberKeys = (db: Database, userId: UserId): Promise<PersonKeys> => findUserKeys(db, userId)

/** Finds the account with that email address, or else the guest who ordered with it; undefined if there is neither. */
export async function findPerson(db: Database, input: string): Promise<PersonSearchResult | undefined> {
  const email = input.trim().toLowerCase()
  const user = await findPersonId(db, email)
  if (user) return { ...(await findUserKeys(db, user.id)), user: user.id }
  const guest = await findGuestKeys(db, email)
  return guest.orders.length === 0 ? undefined : { ...guest, user: null }
}
