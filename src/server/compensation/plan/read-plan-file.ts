import { LEVEL_CODES, type LevelCode, type PlanLevel } from '#domain/compensation/plan/plan.ts'
import type { Result } from '#domain/result.ts'
import { type ImportRefusal, toRefusal } from '#server/platform/csv/import-file.ts'
import { eachRow, openCsvFile } from '#server/platform/csv/read-rows.ts'
import type { Row } from '#server/platform/csv/row.ts'

const COLUMNS = ['code', 'name', 'personal_pv', 'group_pv', 'customer_pv', 'legs', 'leg_level', 'rate_bp'] as const
type Column = (typeof COLUMNS)[number]
const LONGEST_NAME = 40

/** Reads a table of levels in the format of docs/plan/levels.csv: one row per level, rates in basis points. */
export async function readPlanFile(path: string): Promise<Result<{ levels: PlanLevel[] }, ImportRefusal>> {
  try {
    const file = await openCsvFile(path, { columns: COLUMNS, required: COLUMNS })
    const levels: PlanLevel[] = []
    for await (const row of eachRow(file)) levels.push(readLevel(row))
    return { ok: true, levels }
  } catch (fault) {
    return toRefusal(fault)
  }
}

function readLevel(row: Row<Column>): PlanLevel {
  const code = row.whole('code')
  if (!isLevelCode(code)) throw row.error('code', 'Levels are numbered from 1 to 9.')
  const number = (column: Column): number => row.whole(column) ?? 0
  return {
    code,
    name: row.required('name', LONGEST_NAME),
    personalPv: number('personal_pv'),
    groupPv: number('group_pv'),
    customerPv: number('customer_pv'),
    legs: number('legs'),
    legLevel: number('leg_level'),
    rateBp: number('rate_bp'),
  }
}

const isLevelCode = (code: number | undefined): code is LevelCode => LEVEL_CODES.some((known) => known === code)
