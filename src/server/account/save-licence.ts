import { type Done, type Result, refuse } from '#domain/result.ts'
import { isKnownState } from '#server/content/is-known-state.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { setLicence } from './licence.queries.ts'

/** Another licence is not approved; where the shop approves them, the account is Pending until it is. */
export async function saveLicence(
  trx: Transaction,
  userId: UserId,
  licence: { licence_state: string; cosmetology_id: string },
  approveLicences: boolean,
): Promise<Result<Done, 'state_unknown'>> {
  if (!(await isKnownState(trx, licence.licence_state))) return refuse('state_unknown')
  await setLicence(trx, userId, licence, approveLicences)
  return { ok: true }
}
