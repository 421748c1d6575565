import type { ManagedMonth } from '#contract/compensation/months.ts'
import { compareMonths, type Month } from '#domain/calendar/month.ts'
import type { Cents } from '#domain/money/money.ts'
import { isPreviewCurrent } from '#server/compensation/close/is-preview-current.ts'
import { findTotals, sumReady } from '#server/compensation/payouts/find-totals.ts'
import { findPendingForViewer } from '#server/identity/staff/find-open-approval.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { listBoard } from './list-board.ts'
import { findClosedMonths, findLastRun, findNames, findPreview, type RunRow } from './month-run.queries.ts'
import { presentClosedSums, presentPreview, presentReady, presentRun, previewVersion } from './present-month.ts'
import { readPreview, usesMinimumPayout } from './run-result.ts'

type MonthContext = { at: Date; settlingDays: number; minimumPayoutCents: Cents; viewer: StaffId }

/** Reads all data of a month; undefined if it has not begun, or has no members yet. */
export async function readManagedMonth(
  db: Database,
  month: Month,
  { at, settlingDays, minimumPayoutCents, viewer }: MonthContext,
): Promise<ManagedMonth | undefined> {
  const board = await listBoard(db, { at, settlingDays })
  const listed = board.find((entry) => entry.month === month)
  if (!listed) return undefined
  const [[closed], totals, lastRun, previewRun, close, pay] = await Promise.all([
    findClosedMonths(db, month),
    findTotals(db, month),
    findLastRun(db, month),
    findPreview(db, month),
    findPendingForViewer(db, { action: 'month.close', subject: month }, viewer),
    findPendingForViewer(db, { action: 'month.pay', subject: month }, viewer),
  ])
  const earlierMonths = board.filter((entry) => compareMonths(entry.month as Month, month) < 0).reverse()
  const isPayable = listed.state === 'closed' && !listed.closed_externally
  return {
    ...listed,
    version: previewVersion(previewRun),
    before: {
      to_close: earlierMonths.filter(({ state }) => state === 'settling').map((entry) => entry.month),
      to_pay: earlierMonths
        .filter(({ state, closed_externally }) => state === 'closed' && !closed_externally)
        .map((entry) => entry.month),
    },
    sums: closed && !closed.closed_externally ? presentClosedSums(closed, totals.get(month) ?? []) : null,
    paid_at: closed?.paid_at?.toISOString() ?? null,
    preview: previewRun && !closed ? await presentStoredPreview(db, month, previewRun, minimumPayoutCents) : null,
    last_run: lastRun ? presentRun(lastRun) : null,
    approvals: { close: close ?? null, pay: pay ?? null },
    ready: isPayable ? presentReady(await sumReady(db, month)) : null,
  }
}

async function presentStoredPreview(db: Database, month: Month, run: RunRow, minimumPayoutCents: Cents) {
  const result = readPreview(run.result)
  const ids = [...result.up, ...result.down].map(({ memberId }) => memberId)
  const [names, isUnchanged] = await Promise.all([
    findNames(db, ids),
    isPreviewCurrent(db, month, result.networkVersion),
  ])
  return presentPreview(run, result, { names, isCurrent: isUnchanged && usesMinimumPayout(result, minimumPayoutCents) })
}
