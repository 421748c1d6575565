import type { Actor } from '#server/audit/actor.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Faults } from '#server/platform/jobs/faults.ts'
import type { Services } from '#server/platform/services.ts'
import { completeIfDue } from './complete-order.ts'
import { findToComplete } from './ledger.queries.ts'

/** So many orders a step: the shop's visitors come between two of them. */
const BATCH = 50
/** Who completes, as histories name it. */
const CLEARED_CHECKS: Actor = { kind: 'system', job: 'cleared checks' }

type Needs = Pick<Services, 'db' | 'jobs' | 'settings'>

/** Completes what no booking and no handover completes: a check clears by the days that have passed. */
export const workOnDue = (services: Needs): Promise<void> =>
  services.jobs.work('complete_due', async () => {
    await services.settings.reload()
    await completeDue(services)
  })

/**
 * What the job does; returns the orders that it completed. One that cannot be completed holds up none after it.
 * @throws {AggregateError} once all were tried, if some failed
 */
export async function completeDue({ db, jobs, settings }: Needs): Promise<number[]> {
  const completed: number[] = []
  if (!settings.get('complete_automatically')) return completed
  const faults = new Faults()
  let last = 0
  for (;;) {
    const ids = await findToComplete(db, last, BATCH)
    for (const id of ids) {
      await faults.collect(async () => {
        if (await inTransaction(db, (trx) => completeIfDue(trx, id, CLEARED_CHECKS, { jobs, settings })))
          completed.push(id)
      })
    }
    last = ids.at(-1) ?? last
    if (ids.length < BATCH) break
  }
  faults.throwIfAny()
  return completed
}
