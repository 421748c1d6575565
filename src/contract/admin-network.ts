import * as z from 'zod/mini'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { TAKEN_BACK_BY } from '#domain/compensation/rules/taken-back.ts'
import { defineAdminCall } from './admin-call.ts'
import { monthText } from './admin-fields.ts'
import { adminPaths } from './admin-paths.ts'
import { dollars, instant, noNul, requiredText, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'
import { MONTH_STATES } from './sales.ts'
import { type SuspicionKind, suspicionKinds } from './suspicion-kinds.ts'

const text = z.string()
/** `YYYY-MM`; left out, the current one. The server refuses months that have not begun. */
const shownMonthText = z.optional(monthText)

/** A month as staff look at it: `elsewhere` has no figures, because it was closed in an older system. */
export const shownMonth = {
  month: text,
  /** The first one that can be looked at. */
  first_month: text,
  state: z.enum(MONTH_STATES),
  figures: z.enum(['frozen', 'live', 'elsewhere']),
}

const named = { id: z.int(), member_no: text, name: text }

export const NetworkMember = z.object({
  ...named,
  /** Of the account today. */
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
  /** Null in a closed month, of which only the cards are read. */
  downline: z.nullable(z.int()),
})
export type NetworkMember = z.infer<typeof NetworkMember>

export const networkTreeCall = defineAdminCall('networkTree', {
  summary:
    'A member in a month’s tree with the path to the top and the direct line; without one, everybody at the top. Closed months as they were frozen, others as they stand',
  permission: 'members.read',
  query: z.object({
    month: shownMonthText,
    member_id: z.optional(rowId),
    /** The last member of the page before. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      ...shownMonth,
      /** Who was asked for, also where the month’s tree does not have them yet. */
      asked: z.nullable(z.object({ ...named, enrolled_at: instant })),
      member: z.nullable(NetworkMember),
      /** From the top down to the sponsor; of a long one those nearest to the member. */
      path: z.array(NetworkMember),
      /** Whether more stand above the first of the path. */
      path_more: z.boolean(),
      legs: z.array(NetworkMember),
      /** How many legs there are in all. */
      legs_count: z.object({ count: z.int(), more: z.boolean() }),
      next: z.nullable(z.int()),
    }),
  },
  errors: [404, 422],
})

export const Suspicion = z.object({
  kind: z.enum(suspicionKinds),
  /** One of its kind and month. */
  id: text,
  why: z.array(
    z.enum([
      'matches_now',
      'email_variant',
      'same_building',
      'name_and_zip',
      'same_address',
      'large_order',
      'large_leg',
      'expired_licence',
    ]),
  ),
  /** `order_id`: where it was placed in this shop. */
  order: z.nullable(z.object({ number: text, order_id: z.nullable(z.int()), cv: dollars })),
  /** Who is credited, or the first of the leg. */
  member: z.nullable(z.object(named)),
  /** Whose leg it is. */
  sponsor: z.nullable(z.object(named)),
  /** Of one address, at most 20. */
  accounts: z.array(z.object(named)),
  accounts_count: z.int(),
  address: text,
  /** Of the month, in basis points: of the CV of all its sales for an order, of all its credited points for a leg. */
  share_bp: z.nullable(z.int()),
  pv: z.nullable(z.int()),
  /** The last day of the licence, `YYYY-MM-DD`. */
  expired_on: z.nullable(text),
  /** What the month pays to the member. */
  bonus: z.nullable(dollars),
})
export type Suspicion = z.infer<typeof Suspicion>

export const suspicionsCall = defineAdminCall('suspicions', {
  summary:
    'What staff should look at in a month: customer orders that may be the member’s own, addresses of many accounts, orders and legs that are a large part of it, members whom it pays although their license has expired',
  permission: 'members.read',
  query: z.object({
    month: shownMonthText,
    kind: z.enum(suspicionKinds, ownMessages.malformed),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(60, ownMessages.malformed), noNul)),
  }),
  responses: {
    // A page can be short although there are more: looking goes on from `next`.
    200: z.object({ ...shownMonth, data: z.array(Suspicion), next: z.nullable(text) }),
  },
  errors: [422],
})

/** How much a list of suspicions has of a month; exact to 1,000. */
export const Warning = z.object({ kind: z.enum(suspicionKinds), count: z.int(), more: z.boolean() })
export type Warning = z.infer<typeof Warning>
/** The list of exactly these. */
export const warningPath = (kind: SuspicionKind, month: string): string =>
  `${adminPaths.suspicions}?month=${month}&kind=${kind}`

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
    'Where an order’s money went: whom it paid and why, why others got nothing, what is left for the company, what was taken back since',
  permission: 'members.read',
  query: z.object({ order: requiredText('Please enter the order’s number.', 100) }),
  responses: {
    200: z.object({
      asked: text,
      /** Why there are no figures: `not_yet` counted a moment ago. */
      reason: z.nullable(z.enum(['unknown', 'not_completed', 'canceled', 'elsewhere', 'not_yet'])),
      counted: z.nullable(
        z.object({
          order_no: text,
          order_id: z.nullable(z.int()),
          /** Where the order was completed again, its other counts. */
          others: z.array(z.object({ order_no: text, month: text })),
          month: text,
          state: z.enum(MONTH_STATES),
          /** `live`: the month is not closed, its figures are provisional. */
          figures: z.enum(['frozen', 'live']),
          customer: z.boolean(),
          credited: z.nullable(z.object(named)),
          completed_at: instant,
          counted_cv: dollars,
          counted_pv: z.int(),
          /** What it is worth in its month, after what came back inside of it. */
          cv: dollars,
          pv: z.int(),
          payees: z.array(
            z.object({
              member: z.object(named),
              kind: lineKind,
              depth: z.int(),
              level_name: text,
              rate_bp: z.int(),
              covered_bp: z.int(),
              covered_by: z.nullable(z.object(named)),
              total: dollars,
              covered: dollars,
              amount: dollars,
            }),
          ),
          nothing: z.array(
            z.object({
              /** Null where there is no sponsor. */
              member: z.nullable(z.object(named)),
              kind: lineKind,
              depth: z.int(),
              reason: z.enum(zeroReasons),
            }),
          ),
          /** Whether more stand above, who got nothing and are not named. */
          nothing_more: z.boolean(),
          paid: dollars,
          /** What the company has of the value: all that was not paid. */
          rest: dollars,
          /** The most that the plan could have paid. */
          ceiling: dollars,
          /** What nobody earned of that. */
          kept: dollars,
          /** Whether the lines are those that the plan pays, and add up. */
          agrees: z.boolean(),
          /** Booked in later months. */
          reversals: z.array(
            z.object({
              month: text,
              by: z.enum(TAKEN_BACK_BY),
              returned_at: instant,
              cv: dollars,
              pv: z.int(),
              lines: z.array(z.object({ member: z.object(named), kind: lineKind, amount: dollars })),
              sum: dollars,
            }),
          ),
          /** With what was taken back. */
          paid_after: dollars,
          rest_after: dollars,
          kept_after: dollars,
        }),
      ),
    }),
  },
  errors: [422],
})
