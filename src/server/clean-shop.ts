import { cleanEmailChanges } from './account/clean-email-changes.ts'
import { cleanInvitations } from './account/open-invitations.ts'
import { cleanSessions } from './account/sessions.ts'
import { prepareMonths } from './audit/audit-sealer.ts'
import { cleanCarts } from './cart/clean-carts.ts'
import { cleanPlacements } from './checkout/clean-placements.ts'
import { cleanChanges } from './compensation/live/clean-changes.ts'
import type { NetworkServices } from './compensation/live/live-network.ts'
import { cleanAttempts } from './credentials/attempts.ts'
import { addUpFigures } from './dashboard/add-up-figures.ts'
import { cleanRateLimits } from './http/clean-rate-limits.ts'
import { cleanSentMails } from './mail/clean-sent-mails.ts'
import { storeUndelivered } from './mail/mail.jobs.ts'
import { sweepOutbox } from './mail/sweep-outbox.ts'
import { cleanMonthRuns } from './month-management/clean-month-runs.ts'
import { completeErasedList } from './personal-data/erased-list.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { Faults } from './platform/jobs/faults.ts'
import { cleanStaffSessions } from './staff/staff-sessions.ts'
import { cleanOperations } from './status/clean-operations.ts'
import { recordOperation } from './status/record-operation.ts'
import { cleanIncoming } from './upload/receive-upload.ts'
import { sweepFiles } from './upload/sweep-files.ts'

/** Deletes data that is no longer needed. Runs every night; a failing step does not stop the others. */
export async function cleanShop({
  db,
  files,
  config: { dataDir, erasedList },
}: Pick<NetworkServices, 'db' | 'files' | 'config'>): Promise<void> {
  const faults = new Faults()
  for (const clean of [
    storeUndelivered,
    prepareMonths,
    cleanCarts,
    cleanPlacements,
    cleanAttempts,
    cleanRateLimits,
    cleanInvitations,
    cleanSessions,
    cleanStaffSessions,
    cleanEmailChanges,
    cleanChanges,
    addUpFigures,
    cleanSentMails,
    cleanMonthRuns,
    () => sweepOutbox(db, dataDir),
    () => completeErasedList(db, erasedList),
    () => cleanIncoming(dataDir),
    () => sweepFiles(db, files),
    cleanOperations,
  ]) {
    await faults.collect(() => clean(db))
  }
  faults.throwIfAny()
  await inTransaction(db, (trx) => recordOperation(trx, 'clean'))
}
