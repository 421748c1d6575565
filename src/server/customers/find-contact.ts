import type { Contact } from '#contract/checkout/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAccountStatus, findUserByCodes, selectContact } from './account.queries.ts'

/** Returns the user's contact data as stored with an order. Throws if there is no such user. */
export async function findContact(db: Database, userId: UserId): Promise<Contact> {
  const contact = await selectContact(db, userId)
  if (!contact) throw new Error(`no user ${userId}`)
  return contact
}

/**
 * Returns the user's contact data for an order and whether the account may order; suspended and closed accounts may
 * not, and cannot sign in either. Returns undefined if there is no such user.
 */
export async function findBuyer(
  db: Database,
  userId: UserId,
): Promise<{ contact: Contact; mayOrder: boolean } | undefined> {
  const [contact, user] = await Promise.all([selectContact(db, userId), findAccountStatus(db, userId)])
  return contact && user && { contact, mayOrder: user.status === 'pending' || user.status === 'active' }
}

/** Finds the owner of the guest's latest referral code that exists. Returns undefined if none does. */
export async function findReferrer(db: Database, codes: readonly string[]): Promise<UserId | undefined> {
  return (await findUserByCodes(db, codes))?.id
}
