import { LEVEL_CODES, type LevelCode, type PlanLevel } from '#domain/compensation/plan/plan.ts'
import type { Result } from '#domain/result.ts'
import { type ImportRefusal, toRefusal } from '#server/platform/csv/import-file.ts'
import { eachRow, openCsvFile } from '#server/platform/csv/read-rows.ts'
import type { Row } from '#server/platform/csv/row.ts'

const COLUMNS = ['code', 'name', 'personal_pv', 'group_pv', 'customer_pv', 'legs', 'leg_level', 'rate_bp'] as const
type Column = (typeof COLUMNS)[number]
const MAX_NAME_LENGTH = 40

/** Reads a table of levels in the format of docs/plan/levels.csv: one row per level, rates in basis points. */
export async function readPlanFile(path: string): Promise<Result<{ levels: PlanLevel[] }, ImportRefusal>> {
  try {
    const file = await openCsvFile(path, { columns: COLUMNS, required: COLUMNS })
    const levels: PlanLevel[] = []
    for await (const row of eachRow(file)) levels.push(readLevel(row))
    return { ok: true, levels }
  } catch (error) {
    return toRefusal(error)
  }
}

function readLevel(row: Row<Column>): PlanLevel {
  const code = row.whole('code')
  if (!isLevelCode(code)) throw row.error('code', 'Levels are numbered from 1 to 9.')
  const readWhole = (column: Column): number => row.whole(column) ?? 0
  return {
    code,
    name: row.required('name', MAX_NAME_LENGTH),
    personalPv: readWhole('personal_pv'),
    groupPv: readWhole('group_pv'),
    customerPv: readWhole('customer_pv'),
    legs: readWhole('legs'),
    legLevel: readWhole('leg_level'),
    rateBp: readWhole('rate_bp'),
  }
}

const isLevelCode = (code: number | undefined): code is LevelCode => LEVEL_CODES.some((levelCode) => levelCode === code)
