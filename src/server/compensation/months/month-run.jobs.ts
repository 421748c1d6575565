import { isCloseRunning } from '#server/compensation/close/closing-token.ts'
import type { NetworkServices } from '#server/compensation/live/live-network.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { executeMonthRun } from './execute-month-run.ts'
import { findOpenRuns } from './month-run.queries.ts'

/** Executes requested runs of months; resumes at once what another process left unfinished. */
export async function workOnMonthRuns(services: NetworkServices): Promise<void> {
  const { db, jobs } = services
  await jobs.work('month_run', ({ run_id }) => executeMonthRun(services, run_id))
  const unfinished = (await findOpenRuns(db)).filter(
    ({ token, silent_seconds }) => !isCloseRunning(token, silent_seconds),
  )
  if (unfinished.length === 0) return
  await inTransaction(db, (trx) =>
    jobs.queue(
      trx,
      'month_run',
      unfinished.map(({ id }) => ({ run_id: id })),
    ),
  )
}
