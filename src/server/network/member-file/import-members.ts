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
import { findCycleInTree } from '../find-cycle-in-tree.ts'
import {
  findCycleRow,
  findMemberNumbers,
  selectCorrectionFaults,
  selectEnrollmentFaults,
  selectMemberFaults,
} from './faults.queries.ts'
import { memberFile } from './member-row.ts'
import {
  applyStatusSideEffects,
  countChangedMembers,
  findLastClosedMonth,
  findMembers,
  insertMembers,
  lockMembers,
  replaceSponsors,
  replaceStatuses,
  updateBeforeEnrollment,
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
  importFile(connection, memberFile, options, async (dedicated, staging) => {
    const counts = await bulkChange(
      dedicated,
      async (trx) => {
        const counts = await mergeMembers(dedicated, trx, staging)
        await options.onMerged?.(trx, counts)
        return counts
      },
      ({ added, updated }) => added + updated > 0,
    )
    await refreshStatistics(dedicated, TABLES, counts.added + counts.updated)
    return { ...counts, unchanged: staging.rows - counts.added - counts.updated }
  })

async function mergeMembers(
  dedicated: DedicatedConnection,
  trx: Transaction,
  { table, rows }: Staging,
): Promise<{ added: number; updated: number }> {
  await lockMembers(trx)
  await rejectInvalidRows(trx, selectMemberFaults(table))
  const firstOpen = await findFirstOpenMonth(trx)
  const added = await findMembers(trx, table, FOUND)
  await rejectInvalidRows(trx, [selectEnrollmentFaults(FOUND, firstOpen), selectCorrectionFaults(FOUND)])

  await insertInBulk(trx, added, TABLES, () => insertMembers(trx, FOUND, firstOpen))
  const { updated, moved } = added < rows ? await updateExisting(trx, firstOpen) : { updated: 0, moved: 0 }
  if (added + moved > 0) await refuseCycle(dedicated, trx, firstOpen)
  return { added, updated }
}

async function updateExisting(trx: Transaction, firstOpen: Month): Promise<{ updated: number; moved: number }> {
  await applyStatusSideEffects(trx, FOUND)
  await updateMembers(trx, FOUND)
  await updateBeforeEnrollment(trx, FOUND, firstOpen)
  const moved = await replaceSponsors(trx, FOUND, firstOpen)
  await replaceStatuses(trx, FOUND, firstOpen)
  return { updated: await countChangedMembers(trx), moved }
}

/** Months are closed in order. If none is closed, all are open. */
async function findFirstOpenMonth(trx: Transaction): Promise<Month> {
  const closed = parseMonth((await findLastClosedMonth(trx)) ?? '')
  return closed ? nextMonth(closed) : month('1970-01')
}

const MAX_LISTED = 5

async function refuseCycle(dedicated: DedicatedConnection, trx: Transaction, firstOpen: Month): Promise<void> {
  const cycle = await findCycleInTree(dedicated, trx, firstOpen)
  if (!cycle) return
  const row = await findCycleRow(trx, FOUND, cycle)
  if (!row)
    throw new Error(`members ${cycle.slice(0, MAX_LISTED)} are in their own upline, independently of this import`)
  const memberNumbers = await findMemberNumbers(trx, cycle.slice(0, MAX_LISTED))
  const path =
    cycle.length > MAX_LISTED
      ? `${memberNumbers.join(', ')} and ${cycle.length - MAX_LISTED} more`
      : memberNumbers.join(', ')
  throw new RowError(
    row.line,
    'sponsor_no',
    `Member “${row.member_no}” would be in their own upline, in a circle of ${cycle.length}: ${path}.`,
  )
}
