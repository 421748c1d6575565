import { type Month, monthOf } from '#domain/calendar/month.ts'
import { canStartIn, getPlan, type PlanFault } from '#domain/compensation/plan/plan.ts'
import { readPlans } from '#server/compensation/plan/plans.ts'
import { type PublishPlanRefusal, publishPlan } from '#server/compensation/plan/publish-plan.ts'
import { readPlanFile } from '#server/compensation/plan/read-plan-file.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { approvalErrorMessage, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { readMonthName } from './read-month.ts'

/** Lists each version with its table, in the format that `plan save` reads. */
export async function listPlansCommand({ connection, print }: CommandContext): Promise<number> {
  const plans = await readPlans(connection.db)
  const currentPlan = getPlan(plans, monthOf(Date.now()))
  for (const { version, firstMonth, directLineRateBp, levels } of plans) {
    const current = version === currentPlan.version ? ', current' : ''
    print(`# version ${version}, from ${firstMonth}${current}; direct line ${directLineRateBp} basis points`)
    print('code,name,personal_pv,group_pv,customer_pv,legs,leg_level,rate_bp')
    for (const row of levels) {
      const { code, name, personalPv, groupPv, customerPv, legs, legLevel, rateBp } = row
      print(`${code},${name},${personalPv},${groupPv},${customerPv},${legs},${legLevel},${rateBp}`)
    }
  }
  return 0
}

export async function savePlanCommand(
  context: CommandContext,
  input: string,
  options: { from: string; directLine?: string; reason?: string },
): Promise<number> {
  const firstMonth = readMonthName(options.from)
  const currentMonth = monthOf(Date.now())
  if (!canStartIn(firstMonth, currentMonth)) throw new UserError(errorMessage({ code: 'month_has_begun' }, firstMonth))
  const { directLine } = options
  if (directLine !== undefined && !/^\d{1,5}$/.test(directLine))
    throw new UserError('--direct-line is a rate in basis points, as 300.')
  const file = await readPlanFile(context.resolvePath(input))
  if (!file.ok) {
    const { line, column, sentence: message } = file.refusal
    throw new UserError(`${input}, line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}`)
  }
  const { db } = context.connection
  // A change of the table alone does not change the direct-line rate.
  const directLineRateBp =
    directLine === undefined ? getPlan(await readPlans(db), firstMonth).directLineRateBp : Number(directLine)
  const plan = { firstMonth, levels: file.levels, directLineRateBp }
  const published = await inTransaction(db, (trx) =>
    publishPlan(trx, context.actor, plan, { currentMonth, reason: options.reason }),
  )
  if (!published.ok) throw new UserError(errorMessage(published.refusal, firstMonth))
  if (!published.passed) return reportProposal(context, published, 'by_its_approval')
  context.print(`Version ${published.version} of the plan applies from ${firstMonth}.`)
  return 0
}

function errorMessage(refusal: PublishPlanRefusal, firstMonth: Month): string {
  switch (refusal.code) {
    case 'month_has_begun':
      return `${firstMonth} has begun. Choose a later month.`
    case 'month_has_a_plan':
      return `Version ${refusal.version} already applies from ${firstMonth}.`
    case 'invalid':
      return `${planErrorMessage(refusal.fault)} The plan is not saved.`
    default:
      return approvalErrorMessage(refusal)
  }
}

function planErrorMessage(error: PlanFault): string {
  switch (error.code) {
    case 'wrong_levels':
      return 'The table must have levels 1 to 9 in order.'
    case 'first_level_has_requirements':
      return 'The first level must have no requirements.'
    case 'not_a_whole_number':
      return `Level ${error.level}: ${error.column} must be a whole number of 0 or more.`
    case 'column_decreases':
      return `Level ${error.level}: ${error.column} must not be lower than at the level below.`
    case 'rate_does_not_rise':
      return `Level ${error.level}: the rate must be higher than at the level below.`
    case 'enrollment_would_qualify':
      return `Level ${error.level} could be reached by recruiting alone, without any sales.`
    case 'rates_exceed_100_percent':
      return 'The top rate and the direct-line rate exceed 100% of an order.'
  }
}
