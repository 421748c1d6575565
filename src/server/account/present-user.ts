import type { User } from '#contract/sign-in.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAddresses, findUser } from './account.queries.ts'
import { fullAddress } from './full-address.ts'

/** The user as in the contract; throws if there is none. */
export async function presentUser(db: Database, userId: UserId): Promise<User> {
  const [user, addresses] = await Promise.all([findUser(db, userId), findAddresses(db, userId)])
  if (!user) throw new Error(`no user ${userId}`)
  return {
    ...user,
    type: user.type as User['type'],
    addresses: addresses.map((address) => ({ ...address, full_address: fullAddress(address) })),
  }
}

/** Null for a guest. */
export const findPresentedUser = async (db: Database, userId: UserId | undefined): Promise<User | null> =>
  userId === undefined ? null : presentUser(db, userId)
