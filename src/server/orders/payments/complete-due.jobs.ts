import type { Actor } from '#server/identity/audit/actor.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { ErrorCollector } from '#server/platform/jobs/error-collector.ts'
import type { Services } from '#server/platform/services.ts'
import { completeIfDue } from './complete-order.ts'
import { findToComplete } from './ledger.queries.ts'

/** Orders per batch; requests of visitors run between batches. */
const BATCH = 50
/** Actor shown in the history. */
const CLEARED_CHECKS: Actor = { kind: 'system', job: 'cleared checks' }

type CompletionDeps = Pick<Services, 'db' | 'jobs' | 'settings'>

/** Completes orders whose check has cleared because its hold has passed; no booking or handover triggers this. */
export const processDueCompletions = (services: CompletionDeps): Promise<void> =>
  services.jobs.work('complete_due', async () => {
    await services.settings.reload()
    await completeDue(services)
  })

/**
 * Runs the job and returns the orders that it completed. An order that cannot be completed does not stop the others.
 *
 * @throws {AggregateError} after all were tried, if some failed
 */
export async function completeDue({ db, jobs, settings }: CompletionDeps): Promise<number[]> {
  const completed: number[] = []
  if (!settings.get('complete_automatically')) return completed
  const errors = new ErrorCollector()
  let lastId = 0
  for (;;) {
    const ids = await findToComplete(db, lastId, BATCH)
    for (const id of ids) {
      await errors.collect(async () => {
        if (await inTransaction(db, (trx) => completeIfDue(trx, id, CLEARED_CHECKS, { jobs, settings })))
          completed.push(id)
      })
    }
    lastId = ids.at(-1) ?? lastId
    if (ids.length < BATCH) break
  }
  errors.throwIfAny()
  return completed
}
