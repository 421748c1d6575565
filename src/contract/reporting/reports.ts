import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { monthText } from '#contract/base/admin-fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { compareMonths, type Month } from '#domain/calendar/month.ts'
import { paymentMethods } from '#domain/orders/balance.ts'
import { parsePercent } from '#domain/pricing/tax.ts'
import { reports } from '#domain/reporting/report-figures.ts'
import { NONE, type RowList, rowKinds, rowLists } from './report-labels.ts'

const text = z.string()
/** Maximum number of months in one response. */
const MAX_MONTHS = 36

const reportMonth = z.pipe(
  monthText,
  z.transform((value) => value as Month),
)
const monthRange = {
  /** First and last month in the shop’s time zone, `YYYY-MM`. */
  from: reportMonth,
  to: reportMonth,
}
const validMonthRange = z.refine<{ from: Month; to: Month }>(
  ({ from, to }) => compareMonths(from, to) <= 0 && compareMonths(to, from) < MAX_MONTHS,
  { error: `Choose 1 to ${MAX_MONTHS} months.`, path: ['to'] },
)

const reportQuery = z.object({ report: z.enum(reports, shopMessages.malformed), ...monthRange }).check(validMonthRange)

/** In the order of the report’s columns; null if there is no value, for example while the month is open. */
const values = z.array(z.nullable(z.number()))
/** Split by state and rate, by method, or by kind of volume; empty if a month is one row. */
const Part = z.object({ part: z.record(text, text), values })

export const reportCall = defineAdminCall('report', {
  summary:
    'Retrieves a report of sales, tax, payments, volume or the plan by month, each with the same month a year earlier',
  permission: 'reports.read',
  query: reportQuery,
  responses: {
    200: z.object({
      /** Totals of all these months, and of each part. */
      sum: values,
      rows: z.array(Part),
      /** Latest first. */
      months: z.array(
        z.object({
          month: text,
          is_over: z.boolean(),
          sum: values,
          /** The totals a year earlier. */
          before: values,
          rows: z.array(Part),
        }),
      ),
    }),
  },
  errors: [422],
})

export const reportExportCall = defineAdminCall('reportExport', {
  summary: 'Exports the same report as CSV, one row per month and group',
  permission: 'reports.read',
  query: reportQuery,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})

const rate = z
  .string()
  .check(z.refine((value) => value === NONE || parsePercent(value) !== undefined, shopMessages.malformed))

const rowsQuery = {
  list: z.enum(Object.keys(rowLists) as [RowList, ...RowList[]], shopMessages.malformed),
  ...monthRange,
  row_kind: z.optional(z.enum(rowKinds, shopMessages.malformed)),
  /** For the tax report: a state and its rate in percent, or `none`. */
  state: z.optional(z.string().check(z.regex(/^([A-Z]{2}|none)$/, shopMessages.malformed))),
  rate: z.optional(rate),
  /** For the payment report. */
  method: z.optional(z.enum(paymentMethods, shopMessages.malformed)),
  /** For the volume report. */
  kind: z.optional(z.enum(['customer', 'personal', 'no_member'], shopMessages.malformed)),
}
const RowFilter = z.object(rowsQuery).check(validMonthRange)
export type RowFilter = z.output<typeof RowFilter>

const ReportRow = z.object({
  /** Unique within the list. */
  id: text,
  /** The kind of row: an order, a credit note, a kind of payment, a completion, a return, a card. */
  row_kind: text,
  /** `YYYY-MM-DD` in the shop’s time zone; for a card, its month. */
  date: text,
  order_id: z.nullable(z.int()),
  /** Number of a credit note, or of a counted order when it was imported. */
  number: z.nullable(text),
  member: z.nullable(z.object({ id: z.int(), name: text })),
  part: z.record(text, text),
  /** In the order of the list’s amounts. */
  amounts: z.array(z.number()),
})
export type ReportRow = z.infer<typeof ReportRow>

export const reportRowsCall = defineAdminCall('reportRows', {
  summary: 'Lists the rows behind a figure of a report',
  permission: 'reports.read',
  query: z
    .object({
      ...rowsQuery,
      /** The `next` of the previous page of the same list. */
      after: z.optional(z.string().check(z.maxLength(200, shopMessages.malformed))),
    })
    .check(validMonthRange),
  responses: { 200: z.object({ data: z.array(ReportRow), next: z.nullable(text) }) },
  errors: [422],
})

export const reportRowsExportCall = defineAdminCall('reportRowsExport', {
  summary: 'Exports all of these rows as CSV',
  permission: 'reports.read',
  freshProof: true,
  query: RowFilter,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
  errors: [422],
})
