import { type Month, month, nextMonth, parseMonth } from '#domain/calendar/month.ts'
import type { Result } from '#domain/result.ts'
import { type ImportOptions, type ImportRefusal, importFile } from '#server/platform/csv/import-file.ts'
import { rejectInvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import { insertInBulk } from '#server/platform/database/bulk-insert.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import type { Staging } from '#server/platform/database/staging.ts'
import { bulkChange } from '../bulk-change.ts'
import { findCircleInTree } from '../find-circle-in-tree.ts'
import { correctionFaults, enrollmentFaults, findNumbers, findRowOfCircle, memberFaults } from './faults.queries.ts'
import { memberFile } from './member-row.ts'
import {
  applyStatusSideEffects,
  countTouched,
  findLastClosedMonth,
  findMembers,
  insertMembers,
  lockMembers,
  redateOrders,
  replaceSponsors,
  replaceStatuses,
  updateMembers,
} from './merge.queries.ts'

export type ImportedMembers = Result<{ added: number; updated: number; unchanged: number }, ImportRefusal>

const FOUND = 'found_members'
const TABLES = ['users', 'sponsorships', 'member_statuses'] as const

/**
 * Imports members with their sponsors, rows in any order (docs/product §9). A new sponsor or status applies to every
 * open month; values that match the shop's leave the months unchanged, so that re-importing an export changes nothing.
 */
export const importMembers = (connection: Connection, options: ImportOptions): Promise<ImportedMembers> =>
  importFile(connection, memberFile, options, async (own, staging) => {
    const counts = await bulkChange(
      own,
      async (trx) => {
        const counts = await merge(own, trx, staging)
        await options.onMerged?.(trx, counts)
        return counts
      },
      ({ added, updated }) => added + updated > 0,
    )
    await refreshStatistics(own, TABLES, counts.added + counts.updated)
    return { ...counts, unchanged: staging.rows - counts.added - counts.updated }
  })

async function merge(
  own: DedicatedConnection,
  trx: Transaction,
  { table, rows }: Staging,
): Promise<{ added: number; updated: number }> {
  await lockMembers(trx)
  await rejectInvalidRows(trx, memberFaults(table))
  const firstOpen = await findFirstOpenMonth(trx)
  const added = await findMembers(trx, table, FOUND)
  await rejectInvalidRows(trx, [enrollmentFaults(FOUND, firstOpen), correctionFaults(FOUND)])

  await insertInBulk(trx, added, TABLES, () => insertMembers(trx, FOUND, firstOpen))
  const { updated, moved } = added < rows ? await updateKnown(trx, firstOpen) : { updated: 0, moved: 0 }
  if (added + moved > 0) await refuseCircle(own, trx, firstOpen)
  return { added, updated }
}

async function updateKnown(trx: Transaction, firstOpen: Month): Promise<{ updated: number; moved: number }> {
  await applyStatusSideEffects(trx, FOUND)
  await updateMembers(trx, FOUND)
  await redateOrders(trx, FOUND, firstOpen)
  const moved = await replaceSponsors(trx, FOUND, firstOpen)
  await replaceStatuses(trx, FOUND, firstOpen)
  return { updated: await countTouched(trx), moved }
}

/** Months are closed in order. If none is closed, all are open. */
async function findFirstOpenMonth(trx: Transaction): Promise<Month> {
  const closed = parseMonth((await findLastClosedMonth(trx)) ?? '')
  return closed ? nextMonth(closed) : month('1970-01')
}

const MAX_NAMED = 5

async function refuseCircle(own: DedicatedConnection, trx: Transaction, firstOpen: Month): Promise<void> {
  const circle = await findCircleInTree(own, trx, firstOpen)
  if (!circle) return
  const row = await findRowOfCircle(trx, FOUND, circle)
  if (!row)
    throw new Error(`members ${circle.slice(0, MAX_NAMED)} are in their own upline, independently of this import`)
  const named = await findNumbers(trx, circle.slice(0, MAX_NAMED))
  const path =
    circle.length > MAX_NAMED ? `${named.join(', ')} and ${circle.length - MAX_NAMED} more` : named.join(', ')
  throw new RowError(
    row.line,
    'sponsor_no',
    `Member “${row.member_no}” would be in their own upline, in a circle of ${circle.length}: ${path}.`,
  )
}
