import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  type RowFilter,
  reportCall,
  reportExportCall,
  reportRowsCall,
  reportRowsExportCall,
} from '#contract/admin-report.ts'
import { ownMessages } from '#contract/messages.ts'
import { recordAction } from '#server/audit/record-action.ts'
import { problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '#server/staff/find-staff.ts'
import { everyReportRow, listReportRows } from './list-report-rows.ts'
import { presentReport, presentReportRow, reportLines, rowLine, rowsHeading } from './present-report.ts'
import { readReport } from './read-report.ts'

/** What the shop did month by month, and the rows that each figure is the sum of (docs/back-office §7). */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, reportCall, permitted(reportCall), async ({ query: { report, from, to } }) =>
    presentReport(report, await readReport(db, report, { from, to }), new Date()),
  )

  serve(app, reportExportCall, permitted(reportExportCall), async ({ query: { report, from, to }, reply }) => {
    const read = await readReport(db, report, { from, to })
    return asFile(reply, `${report}-${from}-to-${to}`).send([...reportLines(report, read)].join(''))
  })

  serve(app, reportRowsCall, permitted(reportRowsCall), async ({ query: { after, ...filter } }) => {
    const listed = await listReportRows(db, filter, after)
    if (!listed.ok) throw problem(422, ownMessages.malformed, { after: ownMessages.malformed })
    return { data: listed.data.map((row) => presentReportRow(filter.list, row)), next: listed.next }
  })

  serve(app, reportRowsExportCall, permitted(reportRowsExportCall), async ({ query: filter, who, reply }) => {
    // Before the first row is read: also an export that is broken off has shown something.
    await inTransaction(db, (trx) =>
      recordAction(trx, who.actor, {
        action: 'report.exported',
        subject: { kind: 'shop', id: 'reports' },
        after: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
      }),
    )
    const name = `${filter.list}-rows-${filter.from}-to-${filter.to}`
    return asFile(reply, name).send(Readable.from(rowLines(services, filter)))
  })
}

const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')

async function* rowLines({ db }: Pick<Services, 'db'>, filter: RowFilter): AsyncGenerator<string> {
  yield rowsHeading(filter.list)
  for await (const rows of everyReportRow(db, filter)) yield rows.map((row) => rowLine(filter.list, row)).join('')
}
