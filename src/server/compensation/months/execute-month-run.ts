import { month as monthOf } from '#domain/calendar/month.ts'
import { closeMonthByStaff } from '#server/compensation/close/close-month-by-staff.ts'
import {
  endClosing,
  isCloseRunning,
  MAX_CLOSE_SECONDS,
  newClosingToken,
} from '#server/compensation/close/closing-token.ts'
import { previewMonth } from '#server/compensation/close/preview-month.ts'
import { type NetworkServices, retryUntilLoaded } from '#server/compensation/live/live-network.ts'
import { countWarnings } from '#server/compensation/review-flags/count-warnings.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { findStaffAccount } from '#server/identity/staff/find-staff-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import {
  estimateMonthSize,
  findPreview,
  lockRun,
  type RunRow,
  type RunState,
  setEnded,
  setProgress,
  setRunning,
} from './month-run.queries.ts'
import { readPreview, toClosePreview, toStoredPreview } from './run-result.ts'

type RunServices = Pick<NetworkServices, 'db' | 'jobs' | 'connection' | 'settings' | 'network'>
type RunOutcome = { state: RunState; refusal?: string; result?: object }

/** Minimum interval between stored progress updates. */
const PROGRESS_INTERVAL_MS = 400
const ORDER_STAGES = new Set(['volumes', 'lines'])

/**
 * Executes a requested run of a month. The run belongs to this process from its first transaction on. A run whose
 * process is gone is restarted from the beginning, since an interrupted close leaves no effective data
 * (docs/decisions/0014).
 */
export async function executeMonthRun(services: RunServices, id: number): Promise<void> {
  const token = newClosingToken()
  try {
    await executeClaimedRun(services, id, token)
  } finally {
    // If the database is unreachable, the end of the run may not be recorded.
    endClosing(token)
  }
}

async function executeClaimedRun(services: RunServices, id: number, token: string): Promise<void> {
  const { db, jobs } = services
  const run = await inTransaction(db, async (trx) => {
    const lockedRun = await lockRun(trx, id)
    if (!lockedRun || lockedRun.ended_at) return undefined
    if (isCloseRunning(lockedRun.token, lockedRun.silent_seconds)) {
      // The process may also have ended without recording it: the month stays blocked until a later check.
      await jobs.queue(trx, 'month_run', [{ run_id: id }], MAX_CLOSE_SECONDS)
      return undefined
    }
    await setRunning(trx, id, token)
    return lockedRun
  })
  if (!run) return
  const size = await estimateMonthSize(db, run.month)
  let reportedAt = 0
  const onProgress = (stage: string, done: number) => {
    const now = Date.now()
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = now
    // Not awaited: a busy database costs a step of the progress bar, not the close. If this fails, so will the work
    // itself.
    setProgress(db, id, { token, stage, done, total: ORDER_STAGES.has(stage) ? size.orders : size.members }).catch(
      () => {},
    )
  }
  let outcome: RunOutcome
  try {
    outcome = await (run.kind === 'preview'
      ? executePreview(services, run, onProgress)
      : executeClose(services, run, onProgress))
  } catch (error) {
    await inTransaction(db, (trx) => setEnded(trx, id, { token, state: 'failed', refusal: 'fault' }))
    throw error
  }
  await inTransaction(db, (trx) => setEnded(trx, id, { token, ...outcome }))
}

type OnProgress = (stage: string, done: number) => void

async function executePreview(services: RunServices, { month }: RunRow, onProgress: OnProgress): Promise<RunOutcome> {
  const { connection, settings } = services
  const minimumPayoutCents = settings.get('minimum_payout')
  const previewed = await previewMonth(connection, { month: monthOf(month), minimumPayoutCents, onProgress })
  if (!previewed.ok) return { state: 'refused', refusal: previewed.refusal.code }
  const { networkVersion, payees, sums, planVersion, inputsHash, largest } = previewed
  const result = {
    networkVersion,
    payees,
    sums,
    planVersion,
    minimumPayoutCents,
    inputsHash: inputsHash.toString('hex'),
  }
  onProgress('warnings', 0)
  const warnings = await retryUntilLoaded(() => countWarnings(services, monthOf(month)))
  return { state: 'done', result: toStoredPreview({ ...result, ...largest, warnings }) }
}

/** Closes the month on behalf of the person who proposed it, with the figures that were approved. */
async function executeClose(
  { db, connection, settings }: RunServices,
  run: RunRow,
  onProgress: OnProgress,
): Promise<RunOutcome> {
  // No other preview can have been made since the request: only one run per month at a time.
  const executePreview = await findPreview(db, run.month)

  const staff = run.requested_by_id === null ? undefined : await findStaffAccount(db, run.requested_by_id)
  if (!staff?.active) return { state: 'refused', refusal: 'not_permitted' }
  const actor: Actor = { kind: 'staff', staffId: staff.id, email: staff.email, role: staff.role }
  const closed = await closeMonthByStaff(connection, actor, {
    month: monthOf(run.month),
    reason: run.reason,
    ...(executePreview && {
      previewed: toClosePreview(monthOf(run.month), readPreview(executePreview.result)),
    }),
    settlingDays: settings.get('settling_days'),
    minimumPayoutCents: settings.get('minimum_payout'),
    onProgress,
  })
  if (!closed.ok) {
    // An earlier attempt was interrupted after its close had been committed.
    if (closed.refusal.code === 'month_already_closed' && run.token !== null) return { state: 'done' }
    return { state: 'refused', refusal: closed.refusal.code }
  }
  return closed.passed ? { state: 'done' } : { state: 'refused', refusal: 'proposed_anew' }
}
