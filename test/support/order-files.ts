import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { importOrders } from '#server/compensation/files/import-orders.ts'
import { importReturns } from '#server/compensation/files/import-returns.ts'
import { importMembers } from '#server/network/member-file/import-members.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { emptyTables } from './empty-tables.ts'

/** A table of the plan's examples, as a file to import. */
export const readPlanFile = (file: string) =>
  readFileSync(new URL(`../../docs/plan/${file}.csv`, import.meta.url), 'utf8')

/** Writes files of members, orders and returns and imports them. */
export function useOrderFiles(connection: () => Connection) {
  const folder = mkdtempSync(join(tmpdir(), 'salonfront-orders-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file.csv')
  const writeInput = (text: string) => {
    writeFileSync(path, text)
    return { path }
  }
  const importOrderText = (text: string) => importOrders(connection(), writeInput(text))
  const importReturnText = (text: string) => importReturns(connection(), writeInput(text))
  const importOrderRows = (...rows: string[]) =>
    importOrderText(['order_no,member_no,kind,completed_at,cv,pv,canceled_at', ...rows].join('\n'))
  const importReturnRows = (...rows: string[]) => importReturnText(['order_no,returned_at,cv,pv', ...rows].join('\n'))
  const readRefusal = async (
    importResult: Promise<Awaited<ReturnType<typeof importOrders | typeof importReturns>>>,
  ) => {
    const result = await importResult
    if (result.ok) throw new Error('The import should have failed.')
    return [result.refusal.line, result.refusal.column, result.refusal.sentence]
  }
  const query = async (text: string) => (await connection().pool.query(text)).rows
  const snapshot = () =>
    Promise.all(
      ['counted_orders', 'order_returns', 'point_entries', 'bonus_lines', 'months', 'network_changes'].map((table) =>
        query(`select * from ${table} order by 1, 2`),
      ),
    )
  const importExample = async (example = 'example-1') => {
    await emptyTables(connection().pool, [
      'users',
      'counted_orders',
      'months',
      'cards',
      'payouts',
      'payout_totals',
      'payout_years',
      'month_runs',
      'bonus_lines',
      'network_changes',
    ])
    await importMembers(connection(), writeInput(readPlanFile(`${example}/members`)))
  }
  return {
    folder,
    path,
    writeInput,
    query,
    importOrderText,
    importReturnText,
    importOrderRows,
    importReturnRows,
    readRefusal,
    snapshot,
    importExample,
  }
}
