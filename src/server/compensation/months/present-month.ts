import type { ListedMonth, ManagedMonth, MonthPreview, MonthRun, MonthSums } from '#contract/compensation/months.ts'
import { warningPath } from '#contract/compensation/network.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { MonthSummary } from '#server/compensation/close/list-months.ts'
import type { TotalsRow } from '#server/compensation/payouts/find-totals.ts'
import { presentTotals } from '#server/compensation/payouts/present-payout.ts'
import type { ClosedMonthRow, RunRow } from './month-run.queries.ts'
import type { PreviewResult } from './run-result.ts'

const dollars = (value: number) => toDollars(cents(value))

export function presentListedMonth(
  { month, state, closable_on, to_close }: MonthSummary,
  closed: ClosedMonthRow | undefined,
  totals: readonly TotalsRow[] | undefined,
  run: RunRow | undefined,
): ListedMonth {
  const isHere = closed !== undefined && !closed.closed_externally
  return {
    month,
    state,
    closable_on,
    to_close,
    closed: isHere
      ? {
          at: closed.closed_at.toISOString(),
          by: closed.closed_by ?? '',
          members: closed.members ?? 0,
          orders: closed.orders ?? 0,
          total_sales: dollars(closed.total_sales_cents ?? 0),
          total_bonus: dollars((closed.sales_bonus_cents ?? 0) + (closed.level_bonus_cents ?? 0)),
        }
      : null,
    closed_externally: closed?.closed_externally ?? false,
    payouts: isHere ? presentTotals(totals ?? []) : null,
    run: run ? presentRun(run) : null,
  }
}

export const presentRun = (run: RunRow): MonthRun => ({
  kind: run.kind,
  state: run.state,
  stage: run.stage,
  percent: run.total === 0 ? 0 : Math.min(100, Math.floor((100 * run.done) / run.total)),
  requested_by: run.requested_by,
  requested_at: run.requested_at.toISOString(),
  ended_at: run.ended_at?.toISOString() ?? null,
  reason: run.refusal === null ? '' : (REFUSAL_REASONS[run.refusal] ?? REFUSAL_REASONS.fault),
})

const REFUSAL_REASONS: Record<string, string> & { fault: string } = {
  fault:
    'Something went wrong, and nothing was changed. Please preview the month again. If it fails again, see “job month_run” in the server’s log.',
  stale:
    'Orders or members of the month changed while it was being closed, so it is not closed. Please preview it again and check what has changed.',
  already_closed: 'The month is already closed.',
  month_already_closed: 'The month is already closed.',
  not_started: 'The month has no figures: there were no members yet.',
  not_permitted: 'The person who proposed it can no longer close months.',
  being_closed: 'Someone else was already closing the month.',
  concurrent_changes: 'The month kept changing while it was being calculated. Please try again.',
  on_hold: 'It’s on hold until it’s approved.',
  proposed_anew:
    'Something has changed since it was approved, so the approval is void. The new figures need approval; please preview the month again.',
  still_settling: 'The month is still settling.',
  month_not_over: 'The month isn’t over yet.',
  earlier_month_open: 'An earlier month is still open. Close months in order.',
  proposer_required: 'Closing requires a person who can close months.',
  reason_required: 'Closing requires a reason.',
  before_first_month: 'The month has no figures: there were no members yet.',
}

export function presentSums(result: PreviewResult): MonthSums {
  const { sums } = result
  return {
    members: sums.members,
    orders: sums.orders,
    lines: sums.lines,
    payees: result.payees,
    total_sales: dollars(sums.totalSalesCents),
    sales_bonus: dollars(sums.salesBonusCents),
    level_bonus: dollars(sums.levelBonusCents),
    total_bonus: dollars(sums.salesBonusCents + sums.levelBonusCents),
    payable: dollars(sums.payableCents),
    breakage: dollars(sums.keptCents),
    plan_version: result.planVersion,
    minimum_payout: dollars(result.minimumPayoutCents),
    inputs_hash: result.inputsHash,
  }
}

/** Presents the totals of a closed month. */
export function presentClosedSums(closed: ClosedMonthRow, totals: readonly TotalsRow[]): MonthSums {
  const payable = totals.reduce((sum, row) => sum + row.amount_cents, 0)
  return {
    members: closed.members ?? 0,
    orders: closed.orders ?? 0,
    lines: Number(closed.lines ?? 0),
    payees: totals.reduce((sum, row) => sum + row.payouts, 0),
    total_sales: dollars(closed.total_sales_cents ?? 0),
    sales_bonus: dollars(closed.sales_bonus_cents ?? 0),
    level_bonus: dollars(closed.level_bonus_cents ?? 0),
    total_bonus: dollars((closed.sales_bonus_cents ?? 0) + (closed.level_bonus_cents ?? 0)),
    payable: dollars(payable),
    breakage: dollars(closed.breakage_cents ?? 0),
    plan_version: closed.plan_version ?? 0,
    minimum_payout: dollars(closed.minimum_payout_cents ?? 0),
    inputs_hash: closed.inputs_hash?.toString('hex') ?? '',
  }
}

/** Version of a month: another preview shows other figures. */
export const previewVersion = (preview: RunRow | undefined): string => String(preview?.id ?? 'none')

type Names = ReadonlyMap<number, { member_no: string; name: string }>

export function presentPreview(
  run: RunRow,
  result: PreviewResult,
  { names, isCurrent }: { names: Names; isCurrent: boolean },
): MonthPreview {
  const presentChange = ({ memberId, beforeCents, nowCents }: PreviewResult['up'][number]) => ({
    member_id: memberId,
    member_no: names.get(memberId)?.member_no ?? '',
    name: names.get(memberId)?.name ?? '',
    before: dollars(beforeCents),
    now: dollars(nowCents),
  })
  return {
    created_at: (run.ended_at ?? run.requested_at).toISOString(),
    requested_by: run.requested_by,
    is_current: isCurrent,
    sums: presentSums(result),
    increases: result.up.map(presentChange),
    decreases: result.down.map(presentChange),
    warnings: result.warnings
      .filter(({ count }) => count > 0)
      .map((warning) => ({ ...warning, rows: warningPath(warning.kind, run.month) })),
  }
}

export const presentReady = ({
  payees,
  totalCents,
}: {
  payees: number
  totalCents: number
}): ManagedMonth['ready'] => ({
  payouts: payees,
  amount: dollars(totalCents),
})
