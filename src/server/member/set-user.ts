import type { Database } from '../database/connect.ts'
import { changeUser } from './member.queries.ts'

export type UserChanges = { type?: 'member' | 'franchise'; status?: 'pending' | 'active' }

/**
 * What staff change of a user. Active approves the licence; who has no password yet is active once it is set
 * (product.md §1). Undefined when there is no such user.
 */
export const setUser = (db: Database, email: string, changes: UserChanges) => changeUser(db, email, changes)
