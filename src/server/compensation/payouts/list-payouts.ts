import type { Payout } from '#contract/compensation/admin-payouts.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { PayoutState } from '#domain/compensation/rules/payout-steps.ts'
import { formatPlainDollars } from '#domain/money/money.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPayout, findPayoutPage, type PayoutRow } from './payout.queries.ts'
import { presentPayout } from './present-payout.ts'

const PAGE = 50
const SLICE = 500

type PayoutQuery = {
  month: Month
  state?: PayoutState | undefined
  member?: number | undefined
  after?: number | undefined
}

/** Lists payouts of a closed month by member, or the one of a single member. */
export async function listPayouts(
  db: Database,
  { month, state, member, after = 0 }: PayoutQuery,
  now: Date,
): Promise<{ data: Payout[]; next: number | null }> {
  if (member !== undefined) {
    const payout = await findPayout(db, month, member)
    return { data: payout ? [presentPayout(payout, now)] : [], next: null }
  }
  const rows = await findPayoutPage(db, { month, state, after, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  return {
    data: page.map((row) => presentPayout(row, now)),
    next: rows.length > PAGE ? (page.at(-1)?.member_id ?? null) : null,
  }
}

/**
 * Streams all payouts as a CSV file. Rows with `can_be_sent` add up to the total that the month is paid with; a payout
 * to a destination where the member's last one failed is never among them. A destination that is too new to be used is
 * left out.
 */
export async function* streamPayouts(db: Database, month: Month, now: Date): AsyncGenerator<string> {
  yield 'month,member_no,name,amount,state,can_be_sent,waits_until,method,destination\n'
  for (let after = 0; ; ) {
    const rows = await findPayoutPage(db, { month, after, limit: SLICE })
    if (rows.length > 0) yield rows.map((row) => `${toCsvLine(month, row, now)}\n`).join('')
    if (rows.length < SLICE) return
    after = (rows.at(-1) as PayoutRow).member_id
  }
}

const toCsvLine = (month: Month, row: PayoutRow, now: Date): string => {
  const { member_no, name, amount_cents, state, chosen } = row
  const isNew = chosen !== null && new Date(chosen.on_hold_until) > now
  const destination = isNew ? '' : (chosen?.destination.replaceAll('\n', ', ') ?? '')
  return [
    month,
    csvCell(member_no),
    csvCell(name),
    formatPlainDollars(amount_cents),
    state,
    state === 'due' && destination !== '' && !chosen?.last_failed ? 'yes' : 'no',
    isNew ? new Date(chosen.on_hold_until).toISOString() : '',
    chosen?.kind ?? '',
    csvCell(destination),
  ].join(',')
}
