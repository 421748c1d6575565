import { month } from '#domain/calendar/month.ts'
import { findPlanFaults, type Plan, type PlanLevel } from '#domain/compensation/plan/plan.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPlans } from './plan.queries.ts'

/** Returns every version of the plan. Throws if one is invalid, so that no payout uses a wrong table. */
export async function readPlans(db: Database): Promise<Plan[]> {
  const plans = (await findPlans(db)).map((row) => ({
    version: row.version,
    firstMonth: month(row.first_month),
    levels: row.levels as readonly PlanLevel[],
    directLineRateBp: row.direct_line_rate_bp,
  }))
  for (const plan of plans) {
    const [fault] = findPlanFaults(plan)
    if (fault) throw new Error(`plan ${plan.version} is invalid: ${JSON.stringify(fault)}`)
  }
  return plans
}
