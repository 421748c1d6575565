import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amount, monthText, reason } from '#contract/base/admin-fields.ts'
import { dollars, instant } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { Warning } from './network.ts'

const text = z.string()
/** `YYYY-MM-DD` in the shop's time zone. */
const day = z.string()
export const monthParams = z.object({ month: monthText })

/** A background run on a month; it continues after the page is closed, and after a restart of the server. */
export const MonthRun = z.object({
  kind: z.enum(['preview', 'close']),
  /** `refused`: not possible now; `failed`: an error occurred. In both cases nothing was changed. */
  state: z.enum(['queued', 'running', 'done', 'refused', 'failed']),
  /** The current stage, such as `levels`; null before it begins and after it has ended. */
  stage: z.nullable(text),
  /** Progress of the stage, out of 100. */
  percent: z.int(),
  requested_by: text,
  requested_at: instant,
  ended_at: z.nullable(instant),
  /** Why it was refused, as a sentence; empty otherwise. */
  reason: text,
})
export type MonthRun = z.infer<typeof MonthRun>

export const PayoutTotals = z.object({
  due: z.object({ payouts: z.int(), amount: dollars }),
  held: z.object({ payouts: z.int(), amount: dollars }),
  failed: z.object({ payouts: z.int(), amount: dollars }),
  paid: z.object({ payouts: z.int(), amount: dollars }),
})
export type PayoutTotals = z.infer<typeof PayoutTotals>

export const ListedMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  state: z.enum(['open', 'settling', 'closed', 'paid']),
  /** The first day on which it may be closed, `YYYY-MM-DD` in the shop's time zone. */
  closable_on: day,
  /** Whether it is ready to be closed: that day has come. Months are closed in order. */
  to_close: z.boolean(),
  closed: z.nullable(
    z.object({ at: instant, by: text, members: z.int(), orders: z.int(), total_sales: dollars, total_bonus: dollars }),
  ),
  /** Closed in an older system: there are no figures for it here. */
  closed_externally: z.boolean(),
  payouts: z.nullable(PayoutTotals),
  /** The current run, if any. */
  run: z.nullable(MonthRun),
})
export type ListedMonth = z.infer<typeof ListedMonth>

export const monthsCall = defineAdminCall('months', {
  summary: 'Lists months since the first with members or orders, latest first',
  permission: 'months.read',
  query: z.object({
    /** `to_close`: months that are ready to be closed; `open_payouts`: paid months that still have open payouts. */
    only: z.optional(z.enum(['to_close', 'open_payouts'], shopMessages.malformed)),
  }),
  responses: { 200: z.object({ data: z.array(ListedMonth) }) },
  errors: [422],
})

const Sums = z.object({
  members: z.int(),
  orders: z.int(),
  lines: z.int(),
  payees: z.int(),
  total_sales: dollars,
  sales_bonus: dollars,
  level_bonus: dollars,
  total_bonus: dollars,
  /** The amount paid out: bonuses plus the balance carried in, if that reaches the minimum payout. */
  payable: dollars,
  /** The part of the plan's ceiling that nobody earned. */
  breakage: dollars,
  plan_version: z.int(),
  minimum_payout: dollars,
  /** SHA-256 of the month's inputs. */
  inputs_hash: text,
})
export type MonthSums = z.infer<typeof Sums>

const BonusChange = z.object({ member_id: z.int(), member_no: text, name: text, before: dollars, now: dollars })

/** The result of closing a month now. */
export const MonthPreview = z.object({
  created_at: instant,
  requested_by: text,
  /** True if the inputs have not changed since, so that it can be closed as previewed. */
  is_current: z.boolean(),
  sums: Sums,
  /** The largest increases and decreases of bonuses against the previous month. */
  increases: z.array(BonusChange),
  decreases: z.array(BonusChange),
  /** Review flags, with the page of their rows; kinds without rows are omitted. */
  warnings: z.array(z.extend(Warning, { rows: text })),
})
export type MonthPreview = z.infer<typeof MonthPreview>

const PendingApproval = z.object({
  id: z.int(),
  state: z.enum(['proposed', 'approved']),
  proposed_by: text,
  proposed_at: instant,
  reason: text,
  proposed_by_viewer: z.boolean(),
})

export const ManagedMonth = z.object({
  ...ListedMonth.shape,
  /** Earlier months that must be closed, or paid, before it. */
  before: z.object({ to_close: z.array(text), to_pay: z.array(text) }),
  /** The totals at the close. */
  sums: z.nullable(Sums),
  paid_at: z.nullable(instant),
  preview: z.nullable(MonthPreview),
  /** The latest run of either kind. */
  last_run: z.nullable(MonthRun),
  /** Approvals that wait for a second person, or were given but not used yet. */
  approvals: z.object({ close: z.nullable(PendingApproval), pay: z.nullable(PendingApproval) }),
  /** Number and amount of the due payouts that can be sent now. Null while the month is not closed. */
  ready: z.nullable(z.object({ payouts: z.int(), amount: dollars })),
  /** Changes with every new preview; repeated to close the month. */
  version: Version,
})
export type ManagedMonth = z.infer<typeof ManagedMonth>

const monthMutation = { params: monthParams, responses: { 200: ManagedMonth }, errors: [404, 409, 422] } as const

export const managedMonthCall = defineAdminCall('managedMonth', {
  summary: 'Retrieves a month with its preview, running job, pending approval and payouts',
  permission: 'months.read',
  params: monthParams,
  responses: { 200: ManagedMonth },
  errors: [404, 422],
})
export const previewMonthCall = defineAdminCall('previewMonth', {
  summary: 'Starts a preview of closing a month now; `managedMonth` shows its progress',
  permission: 'months.read',
  ...monthMutation,
})
export const closeMonthCall = defineAdminCall('closeMonth', {
  summary:
    'Closes a month as previewed, or proposes it if a second approval is needed; approving starts the close. Returns 409 if anything has changed since',
  permission: 'months.close',
  freshProof: true,
  body: z.object({
    /** The version of the month when its preview was reviewed. */
    expected_version,
    reason,
  }),
  ...monthMutation,
  current: ManagedMonth,
})
export const payMonthCall = defineAdminCall('payMonth', {
  summary:
    'Marks a closed month as paid, in order. Payable payouts are marked as sent; the others stay open. If a second approval is needed, approving executes it. Returns 409 if the total of the bank list differs',
  permission: 'months.pay',
  freshProof: true,
  body: z.object({
    /** Total of the bank list. */
    total: amount,
    reason,
  }),
  ...monthMutation,
})
