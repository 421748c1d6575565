import { type Command, Option } from 'commander'
import { CORRECTED_BONUSES, type CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import { type Cents, cents, formatCents, parseDollars } from '#domain/money/money.ts'
import { correctBonus, type StaffCorrectionRefusal } from '#server/compensation/correction/correct-bonus.ts'
import { getCorrectionMessage } from '#server/compensation/correction/correction-message.ts'
import { findCorrectedMember } from '#server/compensation/correction/find-corrected-member.ts'
import { listCorrections } from '#server/compensation/correction/list-corrections.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { approvalErrorMessage, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { readMonthName } from './read-month.ts'

type Run = (command: (context: CommandContext) => Promise<number>) => Promise<void>
type CorrectOptions = { bonus: CorrectedBonus; add?: string; subtract?: string; order?: string; reason: string }

export function addCorrectionCommands(months: Command, run: Run): void {
  months
    .command('correct <month> <member-number>')
    .description(
      'adds to a member’s bonus of a month, or subtracts from it; recorded in the first month that is not closed',
    )
    .addOption(new Option('--bonus <which>', 'which bonus').choices(CORRECTED_BONUSES).makeOptionMandatory())
    .option('--add <dollars>', 'amount to add')
    .option('--subtract <dollars>', 'amount to subtract')
    .option('--order <number>', 'the counted order it concerns')
    .requiredOption('--reason <text>', 'reason, shown to the member')
    .action((month: string, member: string, options: CorrectOptions) =>
      run((context) => correctBonusCommand(context, month, member, options)),
    )
  months
    .command('corrections [month]')
    .description('lists all corrections, or those recorded in a month, latest first')
    .action((month: string | undefined) => run((context) => listCorrectionsCommand(context, month)))
}

async function correctBonusCommand(
  context: CommandContext,
  monthArgument: string,
  memberNo: string,
  { bonus, order, reason, ...amounts }: CorrectOptions,
): Promise<number> {
  const { db } = context.connection
  const memberId = await findCorrectedMember(db, memberNo)
  if (memberId === undefined) throw new UserError(`There is no member ${memberNo}.`)
  const correction = {
    memberId,
    concerns: readMonthName(monthArgument),
    bonus,
    amountCents: readAmount(amounts),
    orderNo: order,
    reason,
  }
  const corrected = await inTransaction(db, (trx) => correctBonus(trx, context.actor, correction))
  if (!corrected.ok) throw new UserError(errorMessage(corrected.refusal))
  if (!corrected.passed) return reportProposal(context, corrected, 'by_its_approval')
  context.print(
    `Correction ${corrected.correctionId} recorded in ${corrected.month}: ${formatCents(correction.amountCents)} of ` +
      `${bonus} bonus for member ${corrected.memberNo}.`,
  )
  return 0
}

const BATCH_SIZE = 500

async function listCorrectionsCommand(context: CommandContext, input: string | undefined): Promise<number> {
  const month = input === undefined ? undefined : readMonthName(input)
  context.print('# id, recorded in, member, bonus, amount, concerns, order, requested by, approved by, reason')
  for (let after: number | undefined, more = true; more; ) {
    const { rows, next } = await listCorrections(context.connection.db, { month, after, limit: BATCH_SIZE })
    for (const row of rows) {
      const amount = formatCents(row.amount_cents as Cents)
      const details = [row.corrected_month, row.order_no ?? '-', row.requested_by, row.approved_by ?? '-', row.reason]
      context.print([row.id, row.month, row.member_no, row.bonus, amount, ...details].join('  '))
    }
    after = next
    more = next !== undefined
  }
  return 0
}

function readAmount({ add, subtract }: Pick<CorrectOptions, 'add' | 'subtract'>): Cents {
  const input = add ?? subtract
  if (input === undefined || (add !== undefined && subtract !== undefined)) {
    throw new UserError('Give an amount with --add or --subtract.')
  }
  const amount = parseDollars(input)
  if (amount === undefined) throw new UserError(`${input} is not a valid amount; write it as 19.99.`)
  return add === undefined ? cents(0 - amount) : amount
}

function errorMessage(refusal: StaffCorrectionRefusal): string {
  switch (refusal.code) {
    case 'stale':
      return 'The data it is based on has changed. Please try again.'
    case 'proposer_required':
    case 'not_permitted':
      return approvalErrorMessage(refusal)
    default:
      return getCorrectionMessage({ code: refusal.code })
  }
}
