import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { hasChangedSince } from './close-month.queries.ts'

/**
 * Returns whether no input of the month has changed since a preview, as far as committed: for display only. An action
 * must call `lockAndCheckUnchanged` under the locks.
 */
export const isPreviewCurrent = async (db: Database, month: Month, networkVersion: number): Promise<boolean> =>
  !(await hasChangedSince(db, month, networkVersion))
