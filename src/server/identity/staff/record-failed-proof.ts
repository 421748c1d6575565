import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Staff } from './find-staff.ts'

/**
 * Logs a wrong password or code from a signed-in person: the first sign of a stranger at an unattended screen. Runs in
 * a separate transaction, because the call's transaction is rolled back.
 */
export const recordFailedProof = (
  trx: Transaction,
  { id, actor }: Pick<Staff, 'id' | 'actor'>,
  failedProof: 'password' | 'code',
): Promise<void> =>
  recordAction(trx, actor, {
    action: 'staff.reauthentication_failed',
    subject: { kind: 'staff', id },
    after: { wrong: failedProof },
  })
