import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import {
  type RowFilter,
  reportCall,
  reportExportCall,
  reportRowsCall,
  reportRowsExportCall,
} from '#contract/reporting/reports.ts'
import { fieldProblem } from '#server/http/errors.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import { serve } from '#server/http/serve.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { generateReportRows, listReportRows } from './list-report-rows.ts'
import {
  buildRowsHeading,
  formatReportLines,
  formatRowLine,
  presentReport,
  presentReportRow,
} from './present-report.ts'
import { readReport } from './read-report.ts'

/** Serves the monthly reports and the rows behind each figure (docs/back-office §7). */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, reportCall, permitted(reportCall), async ({ query: { report, from, to } }) =>
    presentReport(report, await readReport(db, report, { from, to }), new Date()),
  )

  serve(app, reportExportCall, permitted(reportExportCall), async ({ query: { report, from, to }, reply }) => {
    const result = await readReport(db, report, { from, to })
    return sendCsv(reply, `${report}-${from}-to-${to}`, formatReportLines(report, result))
  })

  serve(app, reportRowsCall, permitted(reportRowsCall), async ({ query: { after, ...filter } }) => {
    const listed = await listReportRows(db, filter, after)
    if (!listed.ok) throw fieldProblem('invalid', 'after', shopMessages.malformed)
    return { data: listed.data.map((row) => presentReportRow(filter.list, row)), next: listed.next }
  })

  serve(app, reportRowsExportCall, permitted(reportRowsExportCall), ({ query: filter, caller, reply }) =>
    sendExport(db, reply, {
      actor: caller.actor,
      entry: {
        action: 'report.exported',
        subject: { kind: 'shop', id: 'reports' },
        after: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
      },
      name: `${filter.list}-rows-${filter.from}-to-${filter.to}`,
      lines: generateRowLines(services, filter),
    }),
  )
}

async function* generateRowLines({ db }: Pick<Services, 'db'>, filter: RowFilter): AsyncGenerator<string> {
  yield buildRowsHeading(filter.list)
  for await (const rows of generateReportRows(db, filter))
    yield rows.map((row) => formatRowLine(filter.list, row)).join('')
}
