import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { maySignIn } from './may-sign-in.ts'
import { changeUser, type UserChanges } from './member.queries.ts'
import { endAllSessions } from './sessions.ts'

export type { UserChanges }

/**
 * What staff change of a user. Active approves the licence; who has no password yet is active once it is set
 * (product.md §1). Suspended and closed end all sign-ins. Undefined when there is no such user.
 */
export const setUser = (db: Database, email: string, changes: UserChanges) =>
  inTransaction(db, async (trx) => {
    const user = await changeUser(trx, email, changes)
    if (user && !maySignIn(user.status)) await endAllSessions(trx, user.id)
    return user
  })
