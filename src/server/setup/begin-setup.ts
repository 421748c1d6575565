import type { Transaction } from '#server/platform/database/connection.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { isUntouched } from './setup.queries.ts'

/** Keeps a store without any data closed to visitors until its owner opens it. Runs at each start without the demo. */
export async function beginSetup(trx: Transaction): Promise<void> {
  if (await isUntouched(trx)) await storeSetting(trx, 'open_to_visitors', 'off')
}
