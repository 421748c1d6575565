import type { FastifyInstance } from 'fastify'
import { volumeSharesCall, volumeSharesExportCall } from '#contract/compensation/volume.ts'
import type { Month } from '#domain/calendar/month.ts'
import { serve } from '#server/http/serve.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { requireMonth } from '../explore/network.errors.ts'
import { presentShownMonth } from '../explore/present-tree.ts'
import { findFirstShownMonth } from '../explore/requested-month.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findSalesMonth } from '../sales/sales-month.ts'
import { generateVolumeShares, listVolumeShares } from './list-volume-shares.ts'
import { formatVolumeLines, presentVolumes, VOLUMES_HEADING } from './present-volume.ts'

/** Shares of customers, personal use and returns in a month's volume, in total and by leader (docs/plan §17). */
export function volumeRoutes(app: FastifyInstance, services: NetworkServices): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, volumeSharesCall, permitted(volumeSharesCall), async ({ query: { month: monthText, after } }) => {
    const month = requireMonth(monthText)
    const [salesMonth, first] = await Promise.all([
      findSalesMonth(services.db, month, Date.now()),
      findFirstShownMonth(services.db),
    ])
    const monthHeader = presentShownMonth(salesMonth, first)
    if (salesMonth.figures === 'closed_externally') return { ...monthHeader, company: null, data: [], next: null }
    return { ...monthHeader, ...presentVolumes(await listVolumeShares(services, salesMonth, after)) }
  })

  serve(
    app,
    volumeSharesExportCall,
    permitted(volumeSharesExportCall),
    ({ query: { month: monthText }, caller, reply }) => {
      const month = requireMonth(monthText)
      return sendExport(services.db, reply, {
        actor: caller.actor,
        entry: {
          action: 'report.exported',
          subject: { kind: 'shop', id: 'reports' },
          after: { list: 'volume_shares', month },
        },
        name: `volume-shares-${month}`,
        lines: generateFile(services, month),
      })
    },
  )
}

async function* generateFile(services: NetworkServices, month: Month): AsyncGenerator<string> {
  yield VOLUMES_HEADING
  let isFirst = true
  for await (const listed of generateVolumeShares(services, month)) {
    yield formatVolumeLines(month, listed, isFirst)
    isFirst = false
  }
}
