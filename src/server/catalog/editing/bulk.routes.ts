import type { FastifyInstance } from 'fastify'
import {
  bulkRunsCall,
  previewBulkChangeCall,
  productExportCall,
  startBulkChangeCall,
} from '#contract/catalog/bulk-changes.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findBulkRun, findRecentBulkRuns } from './bulk-change.queries.ts'
import { exportSelection } from './export-selection.ts'
import { presentBulkRun, presentPlanned, presentRefusals, toBulkChange } from './present-bulk.ts'
import { previewBulkChange } from './preview-bulk-change.ts'
import { describeRefusal, startProblem } from './product.errors.ts'
import { startBulkChange } from './start-bulk-change.ts'

/** Bulk changes and the export of the product list (docs/back-office §3, Products). */
export function productBulkRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, previewBulkChangeCall, permitted(previewBulkChangeCall), async ({ body }) => {
    const { selection, confirmed: isConfirmed, after } = body
    const change = toBulkChange(body.change)
    const { rows, refusals, ...preview } = await previewBulkChange(services, { selection, change, isConfirmed, after })
    return { ...preview, data: rows.map(presentPlanned), refusals: presentRefusals(refusals, describeRefusal) }
  })

  serve(app, startBulkChangeCall, permitted(startBulkChangeCall), async ({ body, caller }) => {
    const input = {
      selection: body.selection,
      change: toBulkChange(body.change),
      isConfirmed: body.confirmed,
      expectedVersion: body.expected_version,
      lowStockBelow: settings.get('low_stock_below'),
    }
    const started = await inTransaction(db, (trx) => startBulkChange(trx, caller.actor, input, { jobs }))
    if (!started.ok) throw startProblem(started.refusal)
    const run = await findBulkRun(db, started.runId)
    if (!run) throw notFound()
    return presentBulkRun(run, caller.id, describeRefusal)
  })

  serve(app, bulkRunsCall, permitted(bulkRunsCall), async ({ caller }) => ({
    data: (await findRecentBulkRuns(db)).map((run) => presentBulkRun(run, caller.id, describeRefusal)),
  }))

  serve(app, productExportCall, permitted(productExportCall), ({ query: { ids, ...filter }, caller, reply }) => {
    const { search, ...logged } = filter
    return sendExport(db, reply, {
      actor: caller.actor,
      entry: {
        action: 'products.exported',
        subject: { kind: 'shop', id: 'products' },
        after: ids ? { products: ids.length } : { ...logged, words: search !== '' },
      },
      name: `products-${shopDayOf(Date.now())}`,
      lines: exportSelection(services, ids ? { product_ids: ids } : { filter }),
    })
  })
}
