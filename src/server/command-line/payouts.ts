import { type Command, Option } from 'commander'
import { type PayoutStep, payoutStates, type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import { formatDollars } from '#domain/money.ts'
import { type Month, shopDayOf } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import { bookStep } from '#server/payout/book-step.ts'
import { findPayoutWithEntryCount } from '#server/payout/find-payout-with-entry-count.ts'
import { findTotals } from '#server/payout/find-totals.ts'
import { listPayees } from '#server/payout/list-payees.ts'
import { listPayouts } from '#server/payout/list-payouts.ts'
import { type SendRefusal, sendPayout } from '#server/payout/send-payout.ts'
import { stepSentence } from '#server/payout/step-message.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import type { Proposal } from '#server/staff/consume-approval.ts'
import { approvalSentence, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { inPayments } from './payment-context.ts'
import { readMonthName } from './read-month.ts'

type Run = (work: (context: CommandContext) => Promise<number>) => Promise<void>
type Payouts = Awaited<ReturnType<typeof listPayouts>>['data']
type State = (typeof payoutStates)[number]
type SendOptions = { method: SentMethod; reference: string; reason: string }
type ReviewedPayout = { memberId: number; name: string; expectedEntries: number }

const DONE = {
  held: 'is held',
  released: 'can be sent again',
  failed: 'has failed, and stays open in its month; the member is emailed',
  paid: 'is marked as sent; the member is emailed',
} as const

/** Adds the commands for payouts to single members, using the back office's code (docs/back-office §5). */
export function addPayoutCommands(program: Command, run: Run): void {
  const payouts = program
    .command('payout')
    .description('payouts of closed months; a member is named by number or email')
  payouts
    .command('list <month>')
    .description('lists every payout: number, name, amount, state, destination or reason for none')
    .addOption(new Option('--state <state>', 'only in this state').choices(payoutStates))
    .action((month: string, { state }: { state?: State }) => run((context) => listCommand(context, month, state)))
  payouts
    .command('history <month> <member>')
    .description('shows the history of a payout')
    .action((month: string, member: string) => run((context) => historyCommand(context, month, member)))
  for (const [name, kind, meaning] of [
    ['hold', 'held', 'holds it until it is released; the member sees the reason'],
    [
      'fail',
      'failed',
      'marks it as undeliverable or returned; it stays open in its month, and the member is emailed the reason',
    ],
  ] as const) {
    payouts
      .command(`${name} <month> <member>`)
      .description(meaning)
      .requiredOption('--reason <text>', 'reason, shown to the member')
      .action((month: string, member: string, { reason }: { reason: string }) =>
        run((context) => stepCommand(context, month, member, kind, reason)),
      )
  }
  payouts
    .command('release <month> <member>')
    .description('makes a held or failed payout payable again: with its month, or by "payout send"')
    .option('--reason <text>', 'why')
    .action((month: string, member: string, { reason }: { reason?: string }) =>
      run((context) => stepCommand(context, month, member, 'released', reason)),
    )
  payouts
    .command('send <month> <member>')
    .description('marks an open payout of a paid month as sent; the member is emailed')
    .addOption(
      new Option('--method <method>', "method; quickpay and check go to the member's chosen destination")
        .choices(sentMethods)
        .makeOptionMandatory(),
    )
    .option('--reference <text>', 'number of the check or confirmation; required for cash and other', '')
    .option('--reason <text>', 'reason; required for cash and other above the setting refund_approval_above', '')
    .action((month: string, member: string, options: SendOptions) =>
      run((context) => sendCommand(context, month, member, options)),
    )
  payouts
    .command('payees <year>')
    .description('lists payouts per member in a year, largest first: number, name, paid, W-9, whether to report')
    .addOption(
      new Option('--only <which>', 'only from the threshold on; or only those without a W-9').choices([
        'reportable',
        'missing',
      ]),
    )
    .action((year: string, { only }: { only?: 'reportable' | 'missing' }) =>
      run((context) => payeesCommand(context, year, only)),
    )
}

async function listCommand({ connection, say }: CommandContext, given: string, state?: State): Promise<number> {
  const month = readMonthName(given)
  await requirePayouts(connection.db, month)
  let after: number | undefined
  do {
    const { data, next } = await listPayouts(connection.db, { month, state, after }, new Date())
    for (const payout of data) say(lineOf(payout))
    after = next ?? undefined
  } while (after !== undefined)
  return 0
}

function lineOf(payout: Payouts[number]): string {
  const { member_no, name, amount, state, method, waits, entries } = payout
  const sent = state === 'paid' ? entries.findLast(({ kind }) => kind === 'paid') : undefined
  const to = method ? `${method.kind}: ${method.destination.replaceAll('\n', ', ')}` : 'no payment method'
  const why =
    state === 'held' || state === 'failed' ? (entries.at(-1)?.reason ?? '') : pendingUntil(waits?.until ?? null)
  const where = sent ? [sent.method, sent.sent_on, sent.reference] : [to, why]
  return [member_no, name, formatDollars(amount), state, where.filter(Boolean).join(', ')].join('\t')
}

/** A running close has already written totals that are not final. */
async function requirePayouts(db: Database, month: Month): Promise<void> {
  if (!(await findTotals(db, month)).has(month)) throw new UserError(`${month} is not closed or has no payouts.`)
}

const pendingUntil = (until: string | null): string =>
  until === null ? '' : `on hold until ${shopDayOf(Date.parse(until))}`

async function historyCommand({ connection, say }: CommandContext, given: string, member: string): Promise<number> {
  const month = readMonthName(given)
  await requirePayouts(connection.db, month)
  const seen = await inTransaction(connection.db, (trx) => findPayoutWithEntryCount(trx, month, member))
  const [payout] = seen ? (await listPayouts(connection.db, { month, member: seen.memberId }, new Date())).data : []
  if (!payout) throw new UserError(unknownSentence(month, member))
  say(lineOf(payout))
  for (const { at, kind, amount, method, reference, reason, by } of payout.entries) {
    say([at, kind, formatDollars(amount), method ?? '–', by, [reason, reference].filter(Boolean).join(', ')].join('\t'))
  }
  return 0
}

const stepCommand = (
  context: CommandContext,
  given: string,
  member: string,
  kind: Exclude<PayoutStep, 'paid'>,
  reason: string | undefined,
): Promise<number> =>
  onPayout(context, given, member, kind, (trx, month, { memberId, expectedEntries }, shop) =>
    bookStep(trx, context.actor, { month, memberId, kind, expectedEntries, ...(reason && { reason }) }, shop),
  )

const sendCommand = (context: CommandContext, given: string, member: string, how: SendOptions): Promise<number> =>
  onPayout(context, given, member, 'paid', (trx, month, { memberId, expectedEntries }, shop) =>
    sendPayout(trx, context.actor, { month, memberId, ...how, expectedEntries, at: new Date() }, shop),
  )

/** Runs one step on the payout, read in the same transaction. */
async function onPayout(
  context: CommandContext,
  given: string,
  member: string,
  kind: PayoutStep,
  step: (
    trx: Transaction,
    month: Month,
    seen: ReviewedPayout,
    shop: PaymentServices,
  ) => Promise<Result<{ passed?: true } | Proposal, SendRefusal>>,
): Promise<number> {
  const month = readMonthName(given)
  const booked = await inPayments<{ name: string; proposed?: Proposal }, SendRefusal>(context, async (trx, shop) => {
    const seen = await findPayoutWithEntryCount(trx, month, member)
    if (!seen) return refuse({ code: 'not_found' })
    const done = await step(trx, month, seen, shop)
    if (!done.ok) return done
    return { ok: true, name: seen.name, ...(done.passed === false && { proposed: done }) }
  })
  if (!booked.ok) throw new UserError(refusalSentence(month, member, booked.refusal))
  if (booked.proposed) return reportProposal(context, booked.proposed, 'by_the_same_command')
  context.say(`The payout of ${booked.name} for ${month} ${DONE[kind]}.`)
  return 0
}

function refusalSentence(month: Month, member: string, refusal: SendRefusal): string {
  switch (refusal.code) {
    case 'not_found':
      return unknownSentence(month, member)
    case 'reason_required':
    case 'proposer_required':
    case 'not_permitted':
      return approvalSentence(refusal)
    default:
      return stepSentence(refusal)
  }
}

const unknownSentence = (month: Month, member: string): string =>
  `${month} is not closed or has no payout for ${member}.`

async function payeesCommand(
  { connection, env, say }: CommandContext,
  given: string,
  only?: 'reportable' | 'missing',
): Promise<number> {
  if (!/^20\d\d$/.test(given)) throw new UserError(`${given} is not a valid year; write it as 2026.`)
  const thresholdCents = (await openSettings(connection.db, env)).get('payout_report_threshold')
  let after: string | undefined
  do {
    const page = await listPayees(connection.db, { year: Number(given), only, after }, thresholdCents)
    for (const { member_no, name, paid, w9_on, is_reportable } of page.data) {
      say([member_no, name, formatDollars(paid), w9_on ?? 'no W-9', is_reportable ? 'to report' : '–'].join('\t'))
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return 0
}
