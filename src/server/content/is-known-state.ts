import type { Database } from '#server/platform/database/connection.ts'
import { hasState } from './content.queries.ts'

/** Whether a state's code is one of /states.json. */
export const isKnownState = (db: Database, code: string): Promise<boolean> => hasState(db, code)
