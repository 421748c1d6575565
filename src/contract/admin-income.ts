import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { dollars, wholeNumber } from './fields.ts'
import { ownMessages } from './messages.ts'

const text = z.string()
const months = z.array(text)
/** With one decimal; null of nobody. */
const percent = z.nullable(z.number())

/** What some people earned in the counted months; amounts are null of nobody (docs/plan §17). */
const IncomeOf = z.object({
  people: z.int(),
  /** Of all people. */
  share: percent,
  earned_nothing: z.int(),
  /** Of these people. */
  earned_nothing_share: percent,
  /** Of those who earned nothing, to whom less than nothing came. */
  below_zero: z.int(),
  median: z.nullable(dollars),
  mean: z.nullable(dollars),
  ninth_decile: z.nullable(dollars),
  lowest: z.nullable(dollars),
  highest: z.nullable(dollars),
  total: dollars,
})
export type IncomeOf = z.infer<typeof IncomeOf>

const incomeQuery = z.object({
  /** By default the latest with a closed month. */
  year: z.optional(wholeNumber(2000, 2100, ownMessages.malformed)),
})

export const incomeCall = defineAdminCall('income', {
  summary:
    'What all members earned in the closed months of a year, by the highest level that each reached in them, those who earned nothing included',
  permission: 'reports.read',
  query: incomeQuery,
  responses: {
    200: z.object({
      year: z.int(),
      /** Years with a month that was closed in this shop, the latest first. */
      years: z.array(z.int()),
      /** Of the year, those that are counted. */
      months,
      /** Of the year, those that were closed in an older system, without figures here. */
      elsewhere: months,
      /** Of the year, those that are not closed yet. */
      open: months,
      all: IncomeOf,
      /** Level 1 first, also those that nobody reached. */
      levels: z.array(z.object({ level: z.int(), level_name: text, ...IncomeOf.shape })),
      /** Says it in one sentence that can be published; null where nobody is counted. */
      sentence: z.nullable(text),
    }),
  },
  errors: [422],
})

export const incomeExportCall = defineAdminCall('incomeExport', {
  summary: 'The same as a CSV file, one line for all and one for each level',
  permission: 'reports.read',
  query: incomeQuery,
  responses: { 200: text },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
