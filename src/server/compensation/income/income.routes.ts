import type { FastifyInstance } from 'fastify'
import { incomeCall, incomeExportCall } from '#contract/compensation/income.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Services } from '#server/platform/services.ts'
import { formatIncomeLines, presentIncome } from './present-income.ts'
import { makeIncomeReader } from './read-income.ts'

/** Yearly income of members, including those who earned nothing (docs/plan §17). */
export function incomeRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)
  const readIncome = makeIncomeReader(services.connection)

  serve(app, incomeCall, permitted(incomeCall), async ({ query: { year } }) =>
    presentIncome(await readIncome(year, Date.now())),
  )

  serve(app, incomeExportCall, permitted(incomeExportCall), async ({ query: { year }, reply }) => {
    const income = presentIncome(await readIncome(year, Date.now()))
    return sendCsv(reply, `income-${income.year}`, formatIncomeLines(income))
  })
}
