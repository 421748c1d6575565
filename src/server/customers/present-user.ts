import type { User } from '#contract/customers/sign-in.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findUser } from './account.queries.ts'
import { findLicenseStatus } from './find-license.ts'
import { formatFullAddress } from './format-full-address.ts'
import { listAddresses } from './list-addresses.ts'

/** Returns the user as defined in the contract. Throws if there is none. */
export async function presentUser(db: Database, userId: UserId): Promise<User> {
  const [user, addresses] = await Promise.all([findUser(db, userId), listAddresses(db, userId)])
  if (!user) throw new Error(`no user ${userId}`)
  const {
    license_number,
    license_approved_at,
    license_refusal,
    expires_on,
    awaited_email,
    email_verified,
    ...account
  } = user
  return {
    ...account,
    email_verified,
    pending_email: awaited_email,
    type: user.type as User['type'],
    license: findLicenseStatus({ license_number, license_approved_at, license_refusal, expires_on }),
    addresses: addresses.map((address) => ({ ...address, full_address: formatFullAddress(address) })),
  }
}

/** Returns null for a guest. */
export const findPresentedUser = async (db: Database, userId: UserId | undefined): Promise<User | null> =>
  userId === undefined ? null : presentUser(db, userId)
