import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { ErrorCollector } from '#server/platform/jobs/error-collector.ts'
import type { Services } from '#server/platform/services.ts'
import { completeErasedList } from './erased-list.ts'
import { findDueMembers } from './erasure.queries.ts'
import { executeErasureStep } from './execute-erasure-step.ts'
import { removeErasedFiles } from './remove-erased-files.ts'

type ErasureDeps = Pick<Services, 'db' | 'jobs' | 'config' | 'files'>

/** Erases members who requested it (docs/back-office §4). */
export const workOnErasures = (services: ErasureDeps): Promise<void> =>
  services.jobs.work('erasures', () => executeDueErasures(services, new Date()))

/**
 * Runs the job at a given time; the next run resumes an interrupted one. A member who cannot be erased does not stop
 * the others.
 *
 * @throws {AggregateError} after all were tried, if some failed
 */
export async function executeDueErasures({ db, jobs, config, files }: ErasureDeps, at: Date): Promise<void> {
  const faults = new ErrorCollector()
  for (const id of await findDueMembers(db, at)) {
    await faults.collect(async () => {
      const erased = await inTransaction(db, (trx) => executeErasureStep(trx, id as UserId, { now: at, jobs }))
      if (erased) await removeErasedFiles(files, config.dataDir, erased)
    })
  }
  await faults.collect(() => completeErasedList(db, config.erasedList))
  faults.throwIfAny()
}
