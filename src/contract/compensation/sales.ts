import * as z from 'zod/mini'
import { EnteredAddress } from '#contract/addresses/schemas.ts'
import { defineCall } from '#contract/base/call.ts'
import { dollars, emailText, instant, offset, personName, requiredText, rowId } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { payoutStates } from '#domain/compensation/rules/payout-steps.ts'
import { REVERSAL_CAUSES } from '#domain/compensation/rules/reversal-cause.ts'

/** Rows per page of the direct line (docs/specification §9), of lines and of the explorer. */
export const SALES_PAGE_SIZE = 50
/** The most corrections listed for a month; further ones are summed up. */
export const CORRECTIONS_SHOWN = 100
/** Number of past years in the filter (docs/product §11.1). */
export const SALES_YEARS_BACK = 9

/** Year and month as sent by the filter; with both absent, the current month. The server decides which months exist. */
export const monthQuery = {
  year: z.optional(z.string().check(z.regex(/^\d{4}$/, shopMessages.malformed))),
  month: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, shopMessages.malformed))),
}

export const MONTH_STATES = ['open', 'settling', 'closed', 'paid'] as const
export type MonthStateName = (typeof MONTH_STATES)[number]

/** 1 User … 9 Crown (docs/specification §4). */
const levelCode = z.int()
/** The level's name in the month's plan (docs/plan §5). */
const levelName = z.string()
/** Whole points; negative after returns. */
const pv = z.int()

/** One condition of a level (docs/plan §5); only a leg condition has a required level. */
export const LevelCondition = z.object({
  kind: z.enum(['personal_pv', 'group_pv', 'customer_pv', 'legs']),
  leg_level: z.int(),
  leg_level_name: levelName,
  have: z.int(),
  need: z.int(),
  missing: z.int(),
})
export type LevelCondition = z.infer<typeof LevelCondition>

export const SalesDetail = z.object({
  /** The member's id. */
  id: z.int(),
  sales_level: levelCode,
  level_name: levelName,
  /** Personal sales: counted orders credited to the member, less returns (docs/plan §10). */
  total_sales: dollars,
  /** Group PV, which decides the level. */
  total_pv: pv,
  sales_bonus: dollars,
  level_bonus: dollars,
  total_bonus: dollars,

  member_no: z.string(),
  referral_code: z.string(),
  year: z.string(),
  month: z.string(),
  /** Years in the filter, the current one first. */
  years: z.array(z.string()),
  state: z.enum(MONTH_STATES),
  /** True while the month is not closed and its figures may change. */
  provisional: z.boolean(),
  /** Whether the member is in this month's tree; before the enrollment every figure is 0. */
  enrolled: z.boolean(),
  /** Active at the month's end, or now while the month is open; only active members have a rate (docs/plan §4.4). */
  active: z.boolean(),
  personal_pv: pv,
  customer_pv: pv,
  /** Basis points of the month's level; 0 for inactive members. */
  rate_bp: z.int(),
  /**
   * The next level with every condition, and what the month would have paid there; null at the top and for inactive
   * members.
   */
  next: z.nullable(
    z.object({
      level: levelCode,
      level_name: levelName,
      rate_bp: z.int(),
      conditions: z.array(LevelCondition),
      total_bonus: dollars,
    }),
  ),
  /**
   * For a closed month: the amounts carried in, paid out, and carried on (docs/plan §9). `state` is that of the
   * member's payout, regardless of the month's; null if nothing is paid out.
   */
  payout: z.nullable(
    z.object({ opening: dollars, payable: dollars, carried: dollars, state: z.nullable(z.enum(payoutStates)) }),
  ),
})
export type SalesDetail = z.infer<typeof SalesDetail>

export const Child = z.object({
  /** Negative for open invitations, which follow the members and have no figures yet. */
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  sales_level: levelCode,
  level_name: levelName,
  total_sales: dollars,
  /** The child's group PV, which is that leg's contribution to the member's. */
  final_pv: pv,
  /** 1 if Active now; 0 is shown as Pending. */
  status: z.int(),
})
export type Child = z.infer<typeof Child>

export const Sales = z.object({ detail: SalesDetail, children: z.array(Child), page_count: z.int() })
export type Sales = z.infer<typeof Sales>

export const salesCall = defineCall('sales', {
  summary: 'Retrieves a month’s figures and the direct line by enrollment date; defaults to the current month',
  query: z.object({ ...monthQuery, offset }),
  responses: { 200: Sales },
  errors: [401, 422],
})

export const NewChild = z.extend(EnteredAddress, {
  first_name: personName(formMessages.firstNameRequired),
  last_name: personName(formMessages.lastNameRequired),
  email: emailText(formMessages.emailRequired, formMessages.emailInvalid),
})
export type NewChild = z.infer<typeof NewChild>

export const addChildCall = defineCall('addChild', {
  summary:
    'Invites a person to the user’s direct line by an emailed link to set a password; returns the current month with the last page of the direct line',
  body: NewChild,
  responses: { 200: Sales },
  errors: [401, 403, 422],
})

/** The figures of the last twelve months, the current one last; all 0 before the enrollment. */
export const SalesHistory = z.object({
  months: z.array(
    z.object({
      year: z.string(),
      month: z.string(),
      sales_level: levelCode,
      level_name: levelName,
      total_pv: pv,
      sales_bonus: dollars,
      level_bonus: dollars,
      total_bonus: dollars,
      provisional: z.boolean(),
    }),
  ),
})
export type SalesHistory = z.infer<typeof SalesHistory>

export const salesHistoryCall = defineCall('salesHistory', {
  summary: 'Lists level, PV and bonuses of the last 12 months',
  responses: { 200: SalesHistory },
  errors: [401],
})

/** A member on an order's path; below the direct line the last name is shortened to its initial. */
export const NamedMember = z.object({ member_no: z.string(), name: z.string(), depth: z.int() })

export const ZERO_REASONS = [
  'not_active',
  'credited_not_active',
  'no_sponsor',
  'equal_rate',
  'lower_rate',
  'no_value',
  'rounds_to_nothing',
  'canceled',
  'returned',
  'not_completed',
  'closed_externally',
] as const

/**
 * One bonus line with everything that explains it (docs/plan §12.1), or an order that paid nothing and the reason
 * (docs/plan §12.2).
 */
export const BonusLine = z.object({
  order_no: z.string(),
  completed_at: instant,
  kind: z.enum(LINE_KINDS),
  /** The credited member and their depth below the member; depth 0 is the member. */
  credited: NamedMember,
  /** True if a customer bought, not the credited member. */
  customer: z.boolean(),
  /** The order's value; for a reversal, its change. */
  cv: dollars,
  pv,
  level: levelCode,
  rate_bp: z.int(),
  covered_bp: z.int(),
  /** The member who was paid up to the covered rate. */
  covered_by: z.nullable(NamedMember),
  /**
   * The value at the payee's rate, the part of it covered before, and the difference, each to the cent; for a reversal,
   * the change of each.
   */
  total: dollars,
  covered: dollars,
  amount: dollars,
  /**
   * Why the amount is 0: `not_completed` after the payment was reversed; for a return, `closed_externally` if what its
   * order paid is not known here.
   */
  reason: z.nullable(z.enum(ZERO_REASONS)),
  /** For a reversal, the earlier, closed month of the order, and its cause and time. */
  reversal_of: z.nullable(
    z.object({
      year: z.string(),
      month: z.string(),
      by: z.enum(REVERSAL_CAUSES),
      returned_at: instant,
      /** The order's value after the reversal. */
      remaining_cv: dollars,
      /** The amount due on that at its month's rates, and the amount posted before: the difference is the amount. */
      due: dollars,
      posted: dollars,
    }),
  ),
  /** Members passed over between the covered rate and the payee. */
  passed_over: z.array(z.extend(NamedMember, { reason: z.enum(ZERO_REASONS) })),
})
export type BonusLine = z.infer<typeof BonusLine>

/** An amount that staff added to one of the member's bonuses, or deducted from it, with the reason (docs/plan §8.5). */
export const BonusCorrection = z.object({
  bonus: z.enum(CORRECTED_BONUSES),
  amount: dollars,
  /** The month whose bonus was wrong. */
  corrected_month: z.object({ year: z.string(), month: z.string() }),
  /** The order that it refers to, if any. */
  order_no: z.nullable(z.string()),
  reason: z.string(),
  booked_at: instant,
})
export type BonusCorrection = z.infer<typeof BonusCorrection>

export const BonusLines = z.object({
  /** On the first page of paid lines: newest first. */
  corrections: z.array(BonusCorrection),
  /** Sum of those beyond `CORRECTIONS_SHOWN`. */
  further_corrections: z.nullable(z.object({ count: z.int(), amount: dollars })),
  lines: z.array(BonusLine),
  /** Cursor of the next page; null at the end. */
  next: z.nullable(z.string()),
})
export type BonusLines = z.infer<typeof BonusLines>

export const bonusLinesCall = defineCall('bonusLines', {
  summary: 'Explains an amount: its lines, or the orders that paid nothing and why',
  query: z.object({
    ...monthQuery,
    /**
     * `personal`: only personal sales and their returns, which add up to the total sales, paid or not; `sales`: personal and
     * direct line; `level`: differential.
     */
    bonus: z.enum(['personal', 'sales', 'level'], { error: shopMessages.malformed }),
    paid: z._default(z.enum(['yes', 'no'], { error: shopMessages.malformed }), 'yes'),
    after: z.optional(z.string().check(z.regex(/^[\d.]{1,60}$/, shopMessages.malformed))),
  }),
  responses: { 200: BonusLines },
  errors: [401, 422],
})

/** Why the member has this level, and what is missing for the next (docs/plan §12.3). */
export const LevelReason = z.object({
  level: levelCode,
  level_name: levelName,
  active: z.boolean(),
  conditions: z.array(LevelCondition),
  next: SalesDetail.shape.next,
  total_bonus: dollars,
})
export type LevelReason = z.infer<typeof LevelReason>

export const levelReasonCall = defineCall('levelReason', {
  summary: 'Explains the month’s level: every condition with its current and required value',
  query: z.object(monthQuery),
  responses: { 200: LevelReason },
  errors: [401, 422],
})

/** A row of the explorer. */
export const Leg = z.object({
  id: z.int(),
  member_no: z.string(),
  /** Below the direct line the last name is shortened to its initial. */
  name: z.string(),
  /** 1 for the direct line. */
  depth: z.int(),
  sales_level: levelCode,
  level_name: levelName,
  status: z.int(),
  personal_pv: pv,
  /** Personal PV plus that of the whole downline. */
  group_pv: pv,
  /** The size of the direct line. */
  direct_line: z.int(),
  /** The size of the downline. */
  downline: z.int(),
})
export type Leg = z.infer<typeof Leg>

export const Legs = z.object({
  /** The path from the direct line down to the member whose direct line this is; empty for the viewer's. */
  path: z.array(Leg),
  legs: z.array(Leg),
  page_count: z.int(),
})
export type Legs = z.infer<typeof Legs>

export const legsCall = defineCall('legs', {
  summary: 'Lists the direct line of the user, or of a member of their downline, with the volume of each leg',
  query: z.object({ ...monthQuery, member_id: z.optional(rowId), offset }),
  responses: { 200: Legs },
  errors: [401, 404, 422],
})

export const searchLegsCall = defineCall('searchLegs', {
  summary: 'Searches the user’s downline by number or beginning of a name, up to 20 members',
  query: z.object({ ...monthQuery, q: requiredText(shopMessages.malformed) }),
  responses: { 200: z.object({ legs: z.array(Leg), more: z.boolean() }) },
  errors: [401, 422],
})
