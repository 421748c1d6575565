import { compareMonths, type Month, monthOf } from '#domain/calendar/month.ts'
import { type Cents, formatCents, parseDollars } from '#domain/money/money.ts'
import type { NearMatch } from '#domain/orders/personal-order.ts'
import { closeMonthByStaff, type StaffCloseRefusal } from '#server/compensation/close/close-month-by-staff.ts'
import { type SkipRefusal, skipMonths } from '#server/compensation/close/skip-months.ts'
import { listNearMatches } from '#server/compensation/count/near-matches.ts'
import { writeMonthFiles } from '#server/compensation/files/month-files.ts'
import { payMonthByStaff, type StaffPayRefusal } from '#server/compensation/payouts/pay-month-by-staff.ts'
import { readPlans } from '#server/compensation/plan/plans.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { approvalErrorMessage, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { formatCount } from './format-count.ts'
import { readMonthName } from './read-month.ts'
import { inShopTransaction } from './with-jobs.ts'

export async function previewMonthCommand(
  context: CommandContext,
  monthArgument: string,
  { out }: { out: string },
): Promise<number> {
  const month = readMonthName(monthArgument)
  if (compareMonths(month, monthOf(Date.now())) > 0) throw new UserError(`${month} has not begun.`)
  const plans = await readPlans(context.connection.db)
  if (plans.every(({ firstMonth }) => compareMonths(firstMonth, month) > 0)) {
    throw new UserError(`No plan applies to ${month}.`)
  }
  await writeFiles(context, month, out)
  await printNearMatches(context, month)
  return 0
}

const REASONS: Record<NearMatch, string> = {
  matches_now: 'email, phone or address now match the member’s',
  email_variant: 'the email differs only by dots or a tag',
  same_building: 'the same house, one without a unit',
  name_and_zip: 'the same last name and ZIP',
}
const MAX_LISTED = 100

/** Prints a line for each customer order that may be a personal order. */
async function printNearMatches(context: CommandContext, month: Month): Promise<void> {
  let count = 0
  for await (const { orderNo, memberNo, why } of listNearMatches(context.connection.db, month)) {
    if (++count > MAX_LISTED) continue
    const reasons = why.map((reason) => REASONS[reason]).join('; ')
    context.print(`Review order ${orderNo}, a customer order of member ${memberNo}: ${reasons}.`)
  }
  if (count > MAX_LISTED) context.print(`${count - MAX_LISTED} more orders to review are not listed.`)
}

export async function closeMonthCommand(
  context: CommandContext,
  monthArgument: string,
  { out, reason }: { out?: string; reason?: string },
): Promise<number> {
  const month = readMonthName(monthArgument)
  const settings = await openSettings(context.connection.db, context.env)
  const closed = await closeMonthByStaff(context.connection, context.actor, {
    month,
    reason,
    settlingDays: settings.get('settling_days'),
    minimumPayoutCents: settings.get('minimum_payout'),
    onProgress: (stage, done) => context.progress(`${month}: ${stage} ${done}`),
  })
  context.progress('')
  if (!closed.ok) throw new UserError(closeErrorMessage(month, closed.refusal, settings.get('settling_days')))
  if (!closed.passed) return reportProposal(context, closed, 'by_the_same_command')
  const { members, orders, lines, salesBonusCents, levelBonusCents, payableCents, keptCents } = closed.sums
  const money = (cents: number) => formatCents(cents as Cents)
  context.print(
    `${month} is closed: ${formatCount(members, 'member')}, ${formatCount(orders, 'order')}, ${formatCount(lines, 'bonus line')}; sales bonus ${money(salesBonusCents)}, ` +
      `level bonus ${money(levelBonusCents)}, total ${money(salesBonusCents + levelBonusCents)}; ` +
      `payouts ${money(payableCents)}; unclaimed bonuses ${money(keptCents)}.`,
  )
  if (out !== undefined) await writeFiles(context, month, out)
  return 0
}

export async function skipMonthsCommand(context: CommandContext, monthArgument: string): Promise<number> {
  const until = readMonthName(monthArgument)
  const skipped = await inTransaction(context.connection.db, async (trx) => {
    const result = await skipMonths(trx, until, Date.now())
    if (result.ok && result.months.length > 0) {
      await recordAction(trx, context.actor, {
        action: 'month.skipped',
        subject: { kind: 'month', id: until },
        after: { months: result.months },
      })
    }
    return result
  })
  if (!skipped.ok) throw new UserError(skipErrorMessage(skipped.refusal))
  context.print(
    skipped.months.length === 0
      ? `No month before ${until} is open.`
      : `Closed in an older system, without figures here: ${skipped.months.join(', ')}.`,
  )
  return 0
}

export async function payMonthCommand(
  context: CommandContext,
  monthArgument: string,
  { total, reason }: { total: string; reason?: string },
): Promise<number> {
  const month = readMonthName(monthArgument)
  const totalCents = parseDollars(total)
  if (totalCents === undefined) throw new UserError(`${total} is not a valid amount; write it as 19.99.`)
  const paid = await inShopTransaction(context, (trx, services) =>
    payMonthByStaff(trx, context.actor, { month, totalCents, reason }, services),
  )
  if (!paid.ok) throw new UserError(payErrorMessage(month, paid.refusal))
  if (!paid.passed) return reportProposal(context, paid, 'by_the_same_command')
  const open =
    paid.open === 0 ? '' : ` ${formatCount(paid.open, 'payout')} open: on hold, failed, or without a payment method.`
  context.print(`${month} is paid: ${formatCount(paid.payees, 'member')}, ${formatCents(totalCents)}.${open}`)
  return 0
}

async function writeFiles(context: CommandContext, month: Month, out: string): Promise<void> {
  const files = await writeMonthFiles(context.connection, month, context.resolvePath(out), (stage, done) =>
    context.progress(`${month}: ${stage} ${done}`),
  )
  context.progress('')
  if (!files) throw new UserError(`${month} was closed in an older system and has no figures here.`)
  context.print(
    `Wrote ${formatCount(files.cards, 'card')} and ${formatCount(files.lines, 'line')} of ${month} to ${out}, ` +
      `${formatCents(files.totalBonusCents as Cents)} in total.`,
  )
}

function closeErrorMessage(month: Month, refusal: StaffCloseRefusal, settlingDays: number): string {
  switch (refusal.code) {
    case 'month_not_over':
      return `${month} is not over yet.`
    case 'still_settling':
      return `${month} is settling. A month can be closed ${settlingDays} days after its end at the earliest (setting settling_days).`
    case 'month_already_closed':
      return `${month} is already closed.`
    case 'earlier_month_open':
      return `A month before ${month} is open. Close months in order. "month skip-until" marks months closed in an older system.`
    case 'being_closed':
      return `Month ${month} is being closed right now.`
    case 'concurrent_changes':
      return `${month} kept changing while it was being calculated and is not closed. Try again.`
    case 'before_first_month':
      return refusal.first === undefined ? 'There are no members yet.' : `The first month is ${refusal.first}.`
    case 'stale':
      return `${month} changed after the preview and is not closed.`
    case 'on_hold':
      return `${month} is on hold and not closed.`
    default:
      return approvalErrorMessage(refusal)
  }
}

function skipErrorMessage(refusal: SkipRefusal): string {
  switch (refusal.code) {
    case 'not_started':
      return 'Months can be skipped up to the current one.'
    case 'being_closed':
      return `Month ${refusal.month} is being closed right now.`
    case 'closed_in_this_system':
      return `${refusal.month} was closed here, so its carried balances would be lost.`
  }
}

function payErrorMessage(month: Month, refusal: StaffPayRefusal): string {
  switch (refusal.code) {
    case 'month_not_closed':
      return `${month} is not closed. Only closed months can be paid.`
    case 'month_already_paid':
      return `${month} is already paid.`
    case 'earlier_month_unpaid':
      return `${refusal.month} is not paid yet. Pay months in order.`
    case 'total_mismatch':
      return `The payable total of ${month} is ${formatCents(refusal.totalCents)}, not the given total.`
    default:
      return approvalErrorMessage(refusal)
  }
}
