import type { Contact } from '#contract/checkout.ts'
import type { Database } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { findContactOf, findUserByCode } from './member.queries.ts'

/** How an order of the user names them; throws when there is no such user. */
export async function findContact(db: Database, userId: UserId): Promise<Contact> {
  const contact = await findContactOf(db, userId)
  if (!contact) throw new Error(`no user ${userId}`)
  return contact
}

/** Whose link a guest came by; nobody for a code that is not known. */
export async function findReferrer(db: Database, code: string | undefined): Promise<UserId | undefined> {
  return code === undefined ? undefined : findUserByCode(db, code)
}
