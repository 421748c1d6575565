import type { Database } from '#server/platform/database/connection.ts'
import { hasState } from './content.queries.ts'

/** Returns true if /states.json contains the state's code. */
export const isKnownState = (db: Database, code: string): Promise<boolean> => hasState(db, code)
