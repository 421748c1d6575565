import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN, getPlan } from '#domain/compensation/plan/plan.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { readPlans } from './plans.ts'
import { readPlanFile } from './read-plan-file.ts'
import { savePlan } from './save-plan.ts'

const LEVELS = fileURLToPath(new URL('../../../../docs/plan/levels.csv', import.meta.url))
const november = month('2026-11')

databaseTest('the plan', (connection, engine) => {
  const save = (change: Partial<typeof EXAMPLE_PLAN>) =>
    inTransaction(connection().db, (trx) =>
      savePlan(trx, { ...EXAMPLE_PLAN, firstMonth: month('2026-12'), ...change }, november),
    )

  it('starts with the default, which equals the table of docs/plan', async () => {
    expect(await readPlans(connection().db)).toEqual([EXAMPLE_PLAN])
    expect(await readPlanFile(LEVELS)).toEqual({ ok: true, levels: EXAMPLE_PLAN.levels })
  })

  it('changes from a month that has not begun, once a month, and only to a valid table', async () => {
    expect(await save({ firstMonth: november })).toMatchObject({ refusal: { code: 'month_has_begun' } })
    const lowered = EXAMPLE_PLAN.levels.map((row) => (row.code === 5 ? { ...row, groupPv: 3_999 } : row))
    expect(await save({ levels: lowered })).toMatchObject({
      refusal: { code: 'invalid', fault: { code: 'column_decreases', level: 5, column: 'groupPv' } },
    })
    expect(await save({ directLineRateBp: 200 })).toEqual({ ok: true, version: 2 })
    expect(await save({})).toMatchObject({ refusal: { code: 'month_has_a_plan', version: 2 } })
    const plans = await readPlans(connection().db)
    expect([getPlan(plans, november).version, getPlan(plans, month('2026-12')).directLineRateBp]).toEqual([1, 200])
  })

  it.runIf(engine === 'postgres')('two concurrent saves get two versions', async () => {
    const saved = await Promise.all(['2027-01', '2027-02', '2027-03'].map((from) => save({ firstMonth: month(from) })))
    expect(saved.map((result) => result.ok && result.version).sort()).toEqual([3, 4, 5])
  })

  it('an invalid plan pays nobody', async () => {
    await connection().pool.query(`update plans set levels = '[]' where version = 1`)
    await expect(readPlans(connection().db)).rejects.toThrow('plan 1 is invalid')
  })
})
