import { sql } from 'kysely'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export const findPlans = (db: Database) =>
  db
    .selectFrom('plans')
    .select(['version', 'first_month', 'levels', 'direct_line_rate_bp'])
    .orderBy('version')
    .execute()

/** Serializes concurrent saves of plans. */
export async function lockPlans(trx: Transaction): Promise<void> {
  await sql`lock table plans in exclusive mode`.execute(trx)
}

export async function insertPlan(trx: Transaction, plan: Plan): Promise<void> {
  await trx
    .insertInto('plans')
    .values({
      version: plan.version,
      first_month: plan.firstMonth,
      levels: JSON.stringify(plan.levels),
      direct_line_rate_bp: plan.directLineRateBp,
    })
    .execute()
}
