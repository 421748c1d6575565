import type { Month } from '#domain/calendar/month.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { insertRun, lockOpenRun, type RunKind } from './month-run.queries.ts'

export type MonthRunInput = { month: Month; kind: RunKind; by: string; byId: StaffId | null; reason: string }

/** Queues a preview or a close of a month, one at a time (docs/back-office §5). */
export async function enqueueMonthRun(
  trx: Transaction,
  run: MonthRunInput,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<{ runId: number }, Refusal<'already_running'>>> {
  if (await lockOpenRun(trx, run.month)) return refuse({ code: 'already_running' })
  const runId = await insertRun(trx, run)
  await jobs.queue(trx, 'month_run', [{ run_id: runId }])
  return { ok: true, runId }
}
