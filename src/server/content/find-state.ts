import { matchState, type NamedState, type StateRefusal } from '#domain/address/state-name.ts'
import type { Result } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findStates } from './content.queries.ts'

/** The state whose code or name somebody typed. */
export const findState = async (db: Database, typed: string): Promise<Result<{ state: NamedState }, StateRefusal>> =>
  matchState(await findStates(db), typed)
