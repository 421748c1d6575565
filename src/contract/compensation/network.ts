import * as z from 'zod/mini'
import { adminPaths } from '#contract/admin-paths.ts'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { monthText } from '#contract/base/admin-fields.ts'
import { dollars, instant, noNul, requiredText, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { REVERSAL_CAUSES } from '#domain/compensation/rules/reversal-cause.ts'
import { type ReviewFlagKind, reviewFlagKinds } from './review-flag-kinds.ts'
import { MONTH_STATES } from './sales.ts'

const text = z.string()
/** `YYYY-MM`; defaults to the current month. The server refuses months that have not begun. */
const optionalMonth = z.optional(monthText)

/** The month shown to staff; `closed_externally` has no figures, because it was closed in an older system. */
export const monthFields = {
  month: text,
  /** The first available month. */
  first_month: text,
  state: z.enum(MONTH_STATES),
  figures: z.enum(['frozen', 'live', 'closed_externally']),
}

const memberFields = { id: z.int(), member_no: text, name: text }

export const NetworkMember = z.object({
  ...memberFields,
  /** Current status of the account. */
  status: z.enum(['pending', 'active', 'suspended', 'closed']),
  /** Whether they are eligible in the month (docs/plan §5). */
  active: z.boolean(),
  level: z.int(),
  level_name: text,
  personal_pv: z.int(),
  customer_pv: z.int(),
  group_pv: z.int(),
  total_sales: dollars,
  total_bonus: dollars,
  /** Exact to 1,000 in a closed month. */
  direct_line: z.object({ count: z.int(), more: z.boolean() }),
  /** Null in a closed month, because only the cards are read. */
  downline: z.nullable(z.int()),
})
export type NetworkMember = z.infer<typeof NetworkMember>

export const networkTreeCall = defineAdminCall('networkTree', {
  summary:
    'Retrieves a member in a month’s tree with the path to the top and the direct line; without a member, those at the top. Closed months are frozen, others current',
  permission: 'members.read',
  query: z.object({
    month: optionalMonth,
    member_id: z.optional(rowId),
    /** The last member of the previous page. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      ...monthFields,
      /** The requested member, even if the month’s tree does not have them yet. */
      requested: z.nullable(z.object({ ...memberFields, enrolled_at: instant })),
      member: z.nullable(NetworkMember),
      /** From the top down to the sponsor; a long path has only the members nearest to the member. */
      path: z.array(NetworkMember),
      /** Whether there are more members above the first of the path. */
      path_more: z.boolean(),
      legs: z.array(NetworkMember),
      /** Total number of legs. */
      legs_count: z.object({ count: z.int(), more: z.boolean() }),
      next: z.nullable(z.int()),
    }),
  },
  errors: [404, 422],
})

export const ReviewFlag = z.object({
  kind: z.enum(reviewFlagKinds),
  /** Unique within its kind and month. */
  id: text,
  reasons: z.array(
    z.enum([
      'matches_now',
      'email_variant',
      'same_building',
      'name_and_zip',
      'same_address',
      'large_order',
      'large_leg',
      'expired_license',
    ]),
  ),
  /** `order_id`: null if the order was not placed in this shop. */
  order: z.nullable(z.object({ number: text, order_id: z.nullable(z.int()), cv: dollars })),
  /** The credited member, or the first of the leg. */
  member: z.nullable(z.object(memberFields)),
  /** The sponsor whose leg it is. */
  sponsor: z.nullable(z.object(memberFields)),
  /** Accounts with the same address, at most 20. */
  accounts: z.array(z.object(memberFields)),
  accounts_count: z.int(),
  address: text,
  /** Share of the month in basis points: of the CV of all sales for an order, of all credited points for a leg. */
  share_bp: z.nullable(z.int()),
  pv: z.nullable(z.int()),
  /** The last day of the license, `YYYY-MM-DD`. */
  expired_on: z.nullable(text),
  /** The member's bonus for the month. */
  bonus: z.nullable(dollars),
})
export type ReviewFlag = z.infer<typeof ReviewFlag>

export const reviewFlagsCall = defineAdminCall('reviewFlags', {
  summary:
    'Lists a month’s review flags: customer orders that may be personal orders, shared addresses, large orders, large legs, and paid members with expired licenses',
  permission: 'members.read',
  query: z.object({
    month: optionalMonth,
    kind: z.enum(reviewFlagKinds, shopMessages.malformed),
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(60, shopMessages.malformed), noNul)),
  }),
  responses: {
    // A page may be short although there are more rows: the search continues at `next`.
    200: z.object({ ...monthFields, data: z.array(ReviewFlag), next: z.nullable(text) }),
  },
  errors: [422],
})

/** The number of review flags in a month; exact up to 1,000. */
export const Warning = z.object({ kind: z.enum(reviewFlagKinds), count: z.int(), more: z.boolean() })
export type Warning = z.infer<typeof Warning>
/** Path of the list of exactly these rows. */
export const warningPath = (kind: ReviewFlagKind, month: string): string =>
  `${adminPaths.reviewFlags}?month=${month}&kind=${kind}`

const lineKind = z.enum(LINE_KINDS)
const zeroReasons = [
  'not_active',
  'credited_not_active',
  'no_sponsor',
  'equal_rate',
  'lower_rate',
  'no_value',
  'rounds_to_nothing',
] as const

export const orderMoneyCall = defineAdminCall('orderMoney', {
  summary:
    'Explains an order’s bonuses: who was paid and why, why others were not, what the company keeps, and later reversals',
  permission: 'members.read',
  query: z.object({ order: requiredText('Enter an order number.', 100) }),
  responses: {
    200: z.object({
      requested: text,
      /** Why there are no figures: `pending` if the order was counted a moment ago. */
      reason: z.nullable(z.enum(['unknown', 'not_completed', 'canceled', 'closed_externally', 'pending'])),
      counted: z.nullable(
        z.object({
          order_no: text,
          order_id: z.nullable(z.int()),
          /** Further counts of the order, if it was completed again. */
          other_counts: z.array(z.object({ order_no: text, month: text })),
          month: text,
          state: z.enum(MONTH_STATES),
          /** `live`: the month is not closed, and its figures are provisional. */
          figures: z.enum(['frozen', 'live']),
          customer: z.boolean(),
          credited: z.nullable(z.object(memberFields)),
          completed_at: instant,
          counted_cv: dollars,
          counted_pv: z.int(),
          /** The order's value in its month, less returns in that month. */
          cv: dollars,
          pv: z.int(),
          payees: z.array(
            z.object({
              member: z.object(memberFields),
              kind: lineKind,
              depth: z.int(),
              level_name: text,
              rate_bp: z.int(),
              covered_bp: z.int(),
              covered_by: z.nullable(z.object(memberFields)),
              total: dollars,
              covered: dollars,
              amount: dollars,
            }),
          ),
          unpaid_uplines: z.array(
            z.object({
              /** Null if there is no sponsor. */
              member: z.nullable(z.object(memberFields)),
              kind: lineKind,
              depth: z.int(),
              reason: z.enum(zeroReasons),
            }),
          ),
          /** Whether there are more members above who got nothing and are not listed. */
          unpaid_uplines_more: z.boolean(),
          paid: dollars,
          /** The part of the value that was not paid out. */
          retained: dollars,
          /** The most that the plan could have paid. */
          ceiling: dollars,
          /** The part of the ceiling that nobody earned. */
          breakage: dollars,
          /** Whether the lines match the plan and add up. */
          reconciled: z.boolean(),
          /** Reversals booked in later months. */
          reversals: z.array(
            z.object({
              month: text,
              by: z.enum(REVERSAL_CAUSES),
              returned_at: instant,
              cv: dollars,
              pv: z.int(),
              lines: z.array(z.object({ member: z.object(memberFields), kind: lineKind, amount: dollars })),
              sum: dollars,
            }),
          ),
          /** The amount paid, less reversals. */
          paid_after: dollars,
          retained_after: dollars,
          breakage_after: dollars,
        }),
      ),
    }),
  },
  errors: [422],
})
