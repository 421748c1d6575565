import type { Month } from '#domain/calendar/month.ts'
import { getRate } from '#domain/compensation/plan/plan.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { readPlans } from '../plan/plans.ts'
import type { Reversal } from './present-sales.ts'
import { findPersonalReturns, type PersonalReturnRow } from './sales.queries.ts'

/** A page of returns on personal sales of earlier months; those that reversed no bonus have a reason. */
export async function listPersonalReturns(
  db: Database,
  month: Month,
  memberId: UserId,
  page: Parameters<typeof findPersonalReturns>[3],
): Promise<Reversal[]> {
  const rows = await findPersonalReturns(db, month, memberId, page)
  if (page.paid || rows.length === 0) return rows.map((row) => ({ ...row, rate_bp: row.rate_bp ?? 0 }))
  const plans = new Map((await readPlans(db)).map((plan) => [plan.version, plan]))
  return rows.map((row) => {
    const plan = plans.get(row.plan_version ?? 0)
    const rate = plan ? getRate(plan, { active: row.active === true, level: row.level }) : 0
    return { ...row, rate_bp: rate, reason: findUnpaidReason(row) }
  })
}

function findUnpaidReason({ active, cv_cents }: PersonalReturnRow): NonNullable<Reversal['reason']> {
  if (active === null) return 'closed_externally'
  if (!active) return 'not_active'
  return cv_cents === 0 ? 'no_value' : 'rounds_to_nothing'
}
