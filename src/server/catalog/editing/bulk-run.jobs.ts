import { setTimeout as sleep } from 'node:timers/promises'
import { hasPermission } from '#contract/permissions.ts'
import { findStaffAccount } from '#server/identity/staff/find-staff-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { endBulkRun, findBulkRun, findOpenBulkRuns } from './bulk-change.queries.ts'
import { changeNextSlice } from './change-next-slice.ts'

/** Carries out bulk changes; resumes at once what a restart interrupted. */
export async function workOnBulkRuns(services: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const { db, jobs } = services
  await jobs.work('product_bulk', ({ run_id }, _jobId, stopping) => executeBulkRun(services, run_id, stopping))
  const open = await findOpenBulkRuns(db)
  if (open.length === 0) return
  await inTransaction(db, (trx) =>
    jobs.queue(
      trx,
      'product_bulk',
      open.map((run_id) => ({ run_id })),
    ),
  )
}

/** Each slice drops the listings from the page cache; between two slices most of their requests are served from it. */
const MIN_PAUSE_MS = 1000

/** Works in short transactions, and pauses after each of them at least as long as it took, for requests come first. */
export async function executeBulkRun(
  { db }: Pick<Services, 'db'>,
  runId: number,
  stopping?: AbortSignal,
): Promise<void> {
  const run = await findBulkRun(db, runId)
  if (!run || run.ended_at) return
  try {
    const staff = await findStaffAccount(db, run.requested_by_id)
    if (!staff?.active || !hasPermission(staff.role, 'products.change')) {
      await inTransaction(db, (trx) => endBulkRun(trx, runId, 'failed'))
      return
    }
    const actor = { kind: 'staff', staffId: staff.id, email: staff.email, role: staff.role } as const
    while (!stopping?.aborted) {
      const startedAt = performance.now()
      if (!(await inTransaction(db, (trx) => changeNextSlice(trx, actor, runId)))) return
      await sleep(Math.max(MIN_PAUSE_MS, performance.now() - startedAt))
    }
  } catch (error) {
    await inTransaction(db, (trx) => endBulkRun(trx, runId, 'failed'))
    throw error
  }
}
