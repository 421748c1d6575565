import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { carryOutErasure } from './carry-out-erasure.ts'
import { completeErasedList } from './erased-list.ts'
import { findDue } from './erasure.queries.ts'
import { removeErasedFiles } from './remove-erased-files.ts'

type Needs = Pick<Services, 'db' | 'jobs' | 'config' | 'files'>

/** Erases members who asked for it (docs/back-office §4). */
export const workOnErasures = (services: Needs): Promise<void> =>
  services.jobs.work('erasures', () => carryOutDue(services, new Date()))

/** What the job does at an instant; a run that is cut off is gone on with by the next. */
export async function carryOutDue({ db, jobs, config, files }: Needs, at: Date): Promise<void> {
  for (const id of await findDue(db, at)) {
    const erased = await inTransaction(db, (trx) => carryOutErasure(trx, id as UserId, at, jobs))
    if (erased) await removeErasedFiles(files, config.dataDir, erased)
  }
  await completeErasedList(db, config.erasedList)
}
