import { cleanCarts } from './cart/clean-carts.ts'
import { cleanBulkRuns } from './catalog/editing/clean-bulk-runs.ts'
import { cleanProductImports } from './catalog/product-file/clean-product-imports.ts'
import { cleanPlacements } from './checkout/clean-placements.ts'
import { cleanChanges } from './compensation/live/clean-changes.ts'
import type { NetworkServices } from './compensation/live/live-network.ts'
import { cleanMonthRuns } from './compensation/months/clean-month-runs.ts'
import { cleanIncoming } from './content/uploads/receive-upload.ts'
import { sweepFiles } from './content/uploads/sweep-files.ts'
import { cleanEmailChanges } from './customers/clean-email-changes.ts'
import { cleanInvitations } from './customers/open-invitations.ts'
import { cleanSessions } from './customers/sessions.ts'
import { cleanRateLimits } from './http/clean-rate-limits.ts'
import { prepareMonths } from './identity/audit/audit-sealer.ts'
import { cleanAttempts } from './identity/credentials/attempts.ts'
import { cleanStaffSessions } from './identity/staff/staff-sessions.ts'
import { cleanSentEmails } from './mail/outbox/clean-sent-emails.ts'
import { storeUndelivered } from './mail/outbox/mail.jobs.ts'
import { sweepOutbox } from './mail/outbox/sweep-outbox.ts'
import { cleanSpam } from './messages/clean-spam.ts'
import { cleanOperations } from './operations/status/clean-operations.ts'
import { recordOperation } from './operations/status/record-operation.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { ErrorCollector } from './platform/jobs/error-collector.ts'
import { completeErasedList } from './privacy/erased-list.ts'
import { mergeDailyFigures } from './reporting/dashboard/merge-daily-figures.ts'

/** Deletes data that is no longer needed. Runs every night; a failing step does not stop the others. */
export async function cleanShop({
  db,
  files,
  config: { dataDir, erasedList },
}: Pick<NetworkServices, 'db' | 'files' | 'config'>): Promise<void> {
  const errors = new ErrorCollector()
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
    mergeDailyFigures,
    cleanSentEmails,
    cleanSpam,
    cleanMonthRuns,
    cleanBulkRuns,
    () => cleanProductImports(db, files),
    () => sweepOutbox(db, dataDir),
    () => completeErasedList(db, erasedList),
    () => cleanIncoming(dataDir),
    () => sweepFiles(db, files),
    cleanOperations,
  ]) {
    await errors.collect(() => clean(db))
  }
  errors.throwIfAny()
  await inTransaction(db, (trx) => recordOperation(trx, 'clean'))
}
