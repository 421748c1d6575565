import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { amount, monthText, reason } from './admin-fields.ts'
import { Warning } from './admin-network.ts'
import { dollars, instant, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'

const text = z.string()
/** `YYYY-MM-DD` in the shop's zone. */
const day = z.string()
export const monthParams = z.object({ month: monthText })

/** Work on a month that takes a while; it goes on when the page is closed, and after the server was started again. */
export const MonthRun = z.object({
  kind: z.enum(['preview', 'close']),
  /** `refused`: it could not be done, `failed`: something broke; nothing was changed. */
  state: z.enum(['queued', 'running', 'done', 'refused', 'failed']),
  /** What is being worked on, as `levels`; null before it begins and after it ended. */
  stage: z.nullable(text),
  /** Of the stage, out of 100. */
  percent: z.int(),
  asked_by: text,
  asked_at: instant,
  ended_at: z.nullable(instant),
  /** Why it was refused, as a sentence; empty otherwise. */
  why: text,
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
  /** The first day on which it may be closed, `YYYY-MM-DD` in the shop's zone. */
  closable_on: day,
  /** Whether it waits to be closed: that day has come. Months are closed in order. */
  to_close: z.boolean(),
  closed: z.nullable(
    z.object({ at: instant, by: text, members: z.int(), orders: z.int(), total_sales: dollars, total_bonus: dollars }),
  ),
  /** Closed in an older system: there are no figures of it here. */
  elsewhere: z.boolean(),
  payouts: z.nullable(PayoutTotals),
  /** What is being done with it at this moment. */
  run: z.nullable(MonthRun),
})
export type ListedMonth = z.infer<typeof ListedMonth>

export const monthsCall = defineAdminCall('months', {
  summary: 'Months since the first with members or orders, the latest first',
  permission: 'months.read',
  query: z.object({
    /** `to_close`: those that wait to be closed; `open_payouts`: those that were paid and have payouts left. */
    only: z.optional(z.enum(['to_close', 'open_payouts'], ownMessages.malformed)),
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
  /** What is paid out: bonuses and what was carried in, where that reaches the smallest payout. */
  payable: dollars,
  /** What nobody earned of what the orders could have paid at most. */
  kept: dollars,
  plan_version: z.int(),
  minimum_payout: dollars,
  /** SHA-256 of what the month is made of. */
  inputs_hash: text,
})
export type MonthSums = z.infer<typeof Sums>

const BonusChange = z.object({ member_id: z.int(), member_no: text, name: text, before: dollars, now: dollars })

/** What a month would come to if it were closed now. */
export const MonthPreview = z.object({
  id: z.int(),
  made_at: instant,
  asked_by: text,
  /** Nothing that it is made of has changed since: it can be closed as it was previewed. */
  is_current: z.boolean(),
  sums: Sums,
  /** Bonuses that rose and fell by most against the month before. */
  up: z.array(BonusChange),
  down: z.array(BonusChange),
  /** What deserves a look, with the page of its rows; those of nothing are left out. */
  warnings: z.array(z.extend(Warning, { rows: text })),
})
export type MonthPreview = z.infer<typeof MonthPreview>

const WaitingApproval = z.object({
  id: z.int(),
  state: z.enum(['proposed', 'approved']),
  proposed_by: text,
  proposed_at: instant,
  reason: text,
  own: z.boolean(),
})

export const ManagedMonth = z.object({
  ...ListedMonth.shape,
  /** Earlier months that are to be closed, or paid, before it. */
  before: z.object({ to_close: z.array(text), to_pay: z.array(text) }),
  /** What it came to when it was closed. */
  sums: z.nullable(Sums),
  paid_at: z.nullable(instant),
  preview: z.nullable(MonthPreview),
  /** The latest, of either kind. */
  last_run: z.nullable(MonthRun),
  /** What waits for a second person, or was approved and is to be carried out. */
  approvals: z.object({ close: z.nullable(WaitingApproval), pay: z.nullable(WaitingApproval) }),
  /** Of the payouts that are due: those that can be sent now, and what they come to. Null while the month is not closed. */
  ready: z.nullable(z.object({ payouts: z.int(), amount: dollars })),
})
export type ManagedMonth = z.infer<typeof ManagedMonth>

const month = { params: monthParams, responses: { 200: ManagedMonth }, errors: [404, 409, 422] } as const

export const managedMonthCall = defineAdminCall('managedMonth', {
  summary: 'A month with its preview, what is being done with it, what waits for approval, and its payouts',
  permission: 'months.read',
  params: monthParams,
  responses: { 200: ManagedMonth },
  errors: [404, 422],
})
export const previewMonthCall = defineAdminCall('previewMonth', {
  summary: 'Begins to compute what a month would come to if it were closed now; `managedMonth` shows how far it is',
  permission: 'months.read',
  ...month,
})
export const closeMonthCall = defineAdminCall('closeMonth', {
  summary:
    'Closes a month as it was previewed, or proposes to where that takes two people; its approval begins it. 409 where something has changed since',
  permission: 'months.close',
  freshProof: true,
  body: z.object({
    /** `preview.id`: what was looked at. */
    preview_id: rowId,
    reason,
  }),
  ...month,
})
export const payMonthCall = defineAdminCall('payMonth', {
  summary:
    'Marks a closed month as paid, in order: what can be sent is booked as sent, the rest stays open. Its approval does it where it takes two people. 409 where the total of the bank list is another',
  permission: 'months.pay',
  freshProof: true,
  body: z.object({
    /** Of the bank list. */
    total: amount,
    reason,
  }),
  ...month,
})
