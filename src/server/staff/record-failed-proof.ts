import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Staff } from './find-staff.ts'

/**
 * Writes down that somebody who is signed in gave a wrong password or code: at a counter that was left open, the first
 * sign of a stranger. In a transaction of its own: that of the call is rolled back.
 */
export const recordFailedProof = (
  trx: Transaction,
  { id, actor }: Pick<Staff, 'id' | 'actor'>,
  wrong: 'password' | 'code',
): Promise<void> =>
  recordAction(trx, actor, { action: 'staff.proof_failed', subject: { kind: 'staff', id }, after: { wrong } })
