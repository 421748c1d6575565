import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, wholeNumber } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'

const text = z.string()
const months = z.array(text)
/** One decimal; null if nobody is counted. */
const percent = z.nullable(z.number())

/** Earnings of a group of people in the counted months; amounts are null if the group is empty (docs/plan §17). */
const IncomeStatistics = z.object({
  people: z.int(),
  /** Share of all people, in percent. */
  share: percent,
  no_earnings: z.int(),
  /** Share of this group, in percent. */
  no_earnings_share: percent,
  /** Number of those who earned nothing because their amount was negative. */
  negative_earnings: z.int(),
  median: z.nullable(dollars),
  mean: z.nullable(dollars),
  ninth_decile: z.nullable(dollars),
  lowest: z.nullable(dollars),
  highest: z.nullable(dollars),
  total: dollars,
})
export type IncomeStatistics = z.infer<typeof IncomeStatistics>

const incomeQuery = z.object({
  /** Defaults to the latest year with a closed month. */
  year: z.optional(wholeNumber(2000, 2100, shopMessages.malformed)),
})

export const incomeCall = defineAdminCall('income', {
  summary:
    'Retrieves what members earned in the closed months of a year, by highest level reached, including those who earned nothing',
  permission: 'reports.read',
  query: incomeQuery,
  responses: {
    200: z.object({
      year: z.int(),
      /** Years with a month that was closed in this shop, latest first. */
      years: z.array(z.int()),
      /** Months of the year that are counted. */
      months,
      /** Months of the year that were closed in an older system and have no figures here. */
      closed_externally: months,
      /** Months of the year that are not closed yet. */
      open: months,
      all: IncomeStatistics,
      /** Level 1 first, including levels that nobody reached. */
      levels: z.array(z.object({ level: z.int(), level_name: text, ...IncomeStatistics.shape })),
      /** A summary sentence for publication; null if nobody is counted. */
      sentence: z.nullable(text),
    }),
  },
  errors: [422],
})

export const incomeExportCall = defineAdminCall('incomeExport', {
  summary: 'Exports the same figures as CSV, with a row for all members and one per level',
  permission: 'reports.read',
  query: incomeQuery,
  responses: { 200: text },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
