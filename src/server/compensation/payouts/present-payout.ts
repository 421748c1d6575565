import type { PayeeYear, Payout, W9 } from '#contract/compensation/admin-payouts.ts'
import type { PayoutTotals } from '#contract/compensation/months.ts'
import type { MyPayout } from '#contract/compensation/payouts.ts'
import { findMethodHold, type PayoutState, payoutStates } from '#domain/compensation/rules/payout-steps.ts'
import { type Cents, cents, toDollars } from '#domain/money/money.ts'
import { payoutVersion } from './book-step.ts'
import type { EntryRow, findMemberPayouts, PayeeRow, PayoutRow, TotalsRow } from './payout.queries.ts'
import { w9Version } from './record-w9.ts'

export function presentPayout(row: PayoutRow, now: Date): Payout {
  const { member_id, member_no, name, amount_cents, state, chosen, entries } = row
  const hold =
    state === 'due'
      ? findMethodHold(chosen ? { ...chosen, on_hold_until: new Date(chosen.on_hold_until) } : undefined, now)
      : undefined
  return {
    member_id,
    member_no,
    name,
    amount: toDollars(amount_cents),
    state,
    method: chosen && { kind: chosen.kind, destination: chosen.destination },
    block: hold ? { reason: hold.reason, until: 'until' in hold ? hold.until.toISOString() : null } : null,
    version: payoutVersion(entries.length),
    entries: entries.map(({ made_by, made_at, amount_cents: amount, destination: _, ...entry }) => ({
      ...entry,
      amount: toDollars(amount),
      by: made_by,
      at: new Date(made_at).toISOString(),
    })),
  }
}

export const presentW9 = (on: string | null): W9 => ({ w9_on: on, version: w9Version(on) })

type MemberPayoutRow = Awaited<ReturnType<typeof findMemberPayouts>>[number]

export function presentMemberPayout({
  month,
  amount_cents,
  corrected_cents,
  state,
  month_paid,
  entries,
}: MemberPayoutRow): MyPayout {
  const last = entries.at(-1)
  const sent = state === 'paid' ? entries.findLast((entry) => entry.kind === 'paid') : undefined
  return {
    month,
    amount: toDollars(amount_cents),
    corrected: toDollars(corrected_cents),
    state,
    month_paid,
    reason: state === 'held' || state === 'failed' ? (last?.reason ?? '') : '',
    sent: sent ? presentSent(sent) : null,
  }
}

const presentSent = ({ method, sent_on, destination }: EntryRow): MyPayout['sent'] => ({
  method: method ?? 'other',
  on: sent_on ?? '',
  destination,
})

/** Totals of one month. */
export function presentTotals(rows: readonly TotalsRow[]): PayoutTotals {
  const presentState = (state: PayoutState) => {
    const row = rows.find((total) => total.state === state)
    return { payouts: row?.payouts ?? 0, amount: toDollars(row?.amount_cents ?? cents(0)) }
  }
  return Object.fromEntries(payoutStates.map((state) => [state, presentState(state)])) as PayoutTotals
}

export const presentPayee = ({ paid_cents, ...row }: PayeeRow, thresholdCents: Cents): PayeeYear => ({
  ...row,
  version: w9Version(row.w9_on),
  paid: toDollars(paid_cents),
  is_reportable: paid_cents >= thresholdCents,
})
