import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { instant } from '#contract/base/fields.ts'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import type { Statement as CheckedStatement } from '#domain/compensation/statement/statement.ts'
import { monthQuery } from './sales.ts'

/**
 * Names of the file formats: a program that knows only another format must not guess. The second adds corrections;
 * statements without any still use the first.
 */
export const STATEMENT_FORMATS = ['salonfront-statement-1', 'salonfront-statement-2'] as const
/** The most orders, returns, legs, lines, reversals and corrections listed, each; further ones are summed up. */
export const STATEMENT_ROWS = 5_000

/** Ten trillion dollars, or as many points: below that, sums of a statement are exact. */
const MAX_EXACT = 1e15
const whole = z.int().check(z.minimum(-MAX_EXACT), z.maximum(MAX_EXACT))
const cents = whole
const pv = whole
const count = z.int().check(z.minimum(0), z.maximum(MAX_EXACT))
const rate = z.int().check(z.minimum(0), z.maximum(10_000))
const level = z.int().check(z.minimum(1), z.maximum(9))
/** 0 means a leg without eligible members, or that no legs are required. */
const levelOrNone = z.int().check(z.minimum(0), z.maximum(9))
const text = z.string().check(z.maxLength(600))
const monthText = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const rows = <Row extends z.ZodMiniType>(row: Row) => z.array(row).check(z.maxLength(STATEMENT_ROWS))

/** A member of the downline; below the direct line the last name is shortened to its initial. */
const Person = z.object({ member_no: text, name: text, depth: count })

const Plan = z.object({
  version: count,
  first_month: monthText,
  direct_line_rate_bp: rate,
  levels: z
    .array(
      z.object({
        code: level,
        name: text,
        personal_pv: count,
        group_pv: count,
        customer_pv: count,
        legs: count,
        leg_level: levelOrNone,
        rate_bp: rate,
      }),
    )
    .check(
      z.length(9),
      z.refine((levels) => levels.every(({ code }, n) => code === n + 1)),
    ),
})

const Card = z.object({
  level,
  /** The highest level ever closed, including this month's. */
  title: level,
  personal_pv: pv,
  customer_pv: pv,
  group_pv: pv,
  /** Number of legs with an eligible member of the level that the next level requires; 0 if it requires none. */
  next_legs: count,
  total_sales_cents: cents,
  sales_bonus_cents: cents,
  level_bonus_cents: cents,
  total_bonus_cents: cents,
  /** opening + total bonus = payable + carried. */
  opening_cents: cents,
  payable_cents: cents,
  carried_cents: cents,
})

/** An order's value in the month (v′ and PV′ of the plan), and what it pays the member at the member's rate. */
const PersonalOrder = z.object({
  order_no: text,
  completed_at: instant,
  customer: z.boolean(),
  cv_cents: cents,
  pv,
  own_sale_cents: cents,
})
const PersonalReturn = z.object({
  order_no: text,
  order_month: monthText,
  returned_at: instant,
  customer: z.boolean(),
  cv_cents: cents,
  pv,
})
const furtherVolumes = { count, cv_cents: cents, pv, customer_pv: pv }
const legSums = { direct_line_cents: cents, differential_cents: cents }

const Leg = z.object({
  member_no: text,
  name: text,
  active: z.boolean(),
  level,
  /**
   * Best level of an eligible member of the leg: exact for its first member, limited to the plan's leg levels for the
   * others.
   */
  best_level: levelOrNone,
  group_pv: pv,
  ...legSums,
})

const lineFields = {
  order_no: text,
  kind: z.enum(LINE_KINDS),
  credited: Person,
  rate_bp: rate,
  /**
   * The rate already paid below, and its payee. The amount is the value at the payee's rate less the value at the
   * covered rate.
   */
  covered_bp: rate,
  covered_by: z.nullable(z.object({ member_no: text, name: text })),
  amount_cents: cents,
}
const Line = z.object({
  ...lineFields,
  completed_at: instant,
  /** Number of the direct-line member above the order. */
  leg_no: text,
  value_cents: count,
})
const Reversal = z.object({
  ...lineFields,
  order_month: monthText,
  returned_at: instant,
  before_cents: count,
  remaining_cents: count,
  /**
   * Amount that the order pays on its remaining value at its own month's rates, and the amount posted for it before.
   */
  due_cents: cents,
  posted_cents: cents,
})

/** An amount that staff added to a bonus, or deducted from it, with the reason (docs/plan §8.5). */
const Correction = z.object({
  bonus: z.enum(CORRECTED_BONUSES),
  amount_cents: cents,
  corrected_month: monthText,
  /** The order that it refers to, if any. */
  order_no: z.nullable(text),
  reason: text,
  booked_at: instant,
})

/** A member's closed month, with everything its figures are recomputed from. Money in cents, rates in basis points. */
export const Statement = z.object({
  format: z.enum(STATEMENT_FORMATS),
  shop: text,
  month: monthText,
  closed_at: instant,
  /** SHA-256 of the whole month's inputs, as frozen by the close. */
  inputs_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  plan: Plan,
  /** Balances below it are carried on. */
  minimum_payout_cents: count,
  /** `active` is as of the month's end; only active members have a rate. */
  member: z.object({ member_no: text, name: text, active: z.boolean() }),
  before: z.object({ title: level, carried_cents: cents }),
  card: Card,
  orders: rows(PersonalOrder),
  further_orders: z.nullable(z.object({ ...furtherVolumes, own_sale_cents: cents })),
  returns: rows(PersonalReturn),
  further_returns: z.nullable(z.object(furtherVolumes)),
  legs: rows(Leg),
  further_legs: z.nullable(
    z.object({ count, group_pv: pv, ...legSums, best_levels: z.array(count).check(z.length(10)) }),
  ),
  /** Lines of the downline's orders; null if there are too many to list, and each leg's sums replace them. */
  lines: z.nullable(rows(Line)),
  reversals: rows(Reversal),
  further_reversals: z.nullable(z.object({ count, sales_bonus_cents: cents, level_bonus_cents: cents })),
  corrections: z.optional(rows(Correction)),
  further_corrections: z.optional(z.nullable(z.object({ count, sales_bonus_cents: cents, level_bonus_cents: cents }))),
  /** CRC-32 of everything but names, in hexadecimal digits. */
  checksum: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
}) satisfies z.ZodMiniType<CheckedStatement>
export type Statement = z.infer<typeof Statement>
export type StatementLine = z.infer<typeof Line>

export const statementCall = defineCall('statement', {
  summary: 'Retrieves the user’s statement of a closed month with all inputs to recompute it',
  query: z.object(monthQuery),
  responses: { 200: Statement },
  callsPerMinute: 30,
  errors: [401, 404, 422],
})
export const statementPdfCall = defineCall('statementPdf', {
  summary: 'Downloads the user’s statement of a closed month as a PDF',
  query: z.object(monthQuery),
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
  errors: [401, 404, 422],
})
