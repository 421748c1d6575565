import type { Month } from '#domain/calendar/month.ts'
import { canStartIn, findPlanFaults, type Plan, type PlanFault } from '#domain/compensation/plan/plan.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { insertPlan, lockPlans } from './plan.queries.ts'
import { readPlans } from './plans.ts'

export type SavePlanRefusal =
  | { code: 'invalid'; fault: PlanFault }
  | { code: 'month_has_begun' }
  | { code: 'month_has_a_plan'; version: number }

/**
 * Saves a new version of the plan, which applies from a month that has not begun (docs/plan §4.3, §5.3). Refuses plans
 * in which more points could lower a level, or that pay for signing people up.
 */
export async function savePlan(
  trx: Transaction,
  plan: Omit<Plan, 'version'>,
  currentMonth: Month,
): Promise<Result<{ version: number }, SavePlanRefusal>> {
  await lockPlans(trx)
  const checked = await checkPlan(trx, plan, currentMonth)
  if (checked.ok) await insertPlan(trx, { ...plan, version: checked.version })
  return checked
}

/** Returns the version it would get. */
export async function checkPlan(
  trx: Transaction,
  plan: Omit<Plan, 'version'>,
  currentMonth: Month,
): Promise<Result<{ version: number }, SavePlanRefusal>> {
  const [fault] = findPlanFaults(plan)
  if (fault) return refuse({ code: 'invalid', fault })
  if (!canStartIn(plan.firstMonth, currentMonth)) return refuse({ code: 'month_has_begun' })
  const plans = await readPlans(trx)
  const existing = plans.find(({ firstMonth }) => firstMonth === plan.firstMonth)
  if (existing) return refuse({ code: 'month_has_a_plan', version: existing.version })
  return { ok: true, version: Math.max(...plans.map((other) => other.version)) + 1 }
}
