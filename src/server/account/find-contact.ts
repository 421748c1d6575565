import type { Contact } from '#contract/checkout.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findContactOf, findStatusOf, findUserByCodes } from './account.queries.ts'

/** How an order names its user; throws if there is no such user. */
export async function findContact(db: Database, userId: UserId): Promise<Contact> {
  const contact = await findContactOf(db, userId)
  if (!contact) throw new Error(`no user ${userId}`)
  return contact
}

/**
 * How an order would name a user, and whether the account is one that may order: not one that is suspended or closed, which
 * cannot sign in either. Undefined if there is no such user.
 */
export async function findBuyer(
  db: Database,
  userId: UserId,
): Promise<{ contact: Contact; mayOrder: boolean } | undefined> {
  const [contact, user] = await Promise.all([findContactOf(db, userId), findStatusOf(db, userId)])
  return contact && user && { contact, mayOrder: user.status === 'pending' || user.status === 'active' }
}

/** The owner of the referral code that a guest came with, the latest that anybody has; undefined for unknown ones. */
export async function findReferrer(db: Database, codes: readonly string[]): Promise<UserId | undefined> {
  return (await findUserByCodes(db, codes))?.id
}
