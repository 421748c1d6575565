import type { Correction, CorrectionPreview } from '#contract/compensation/corrections.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import type { CorrectionRow } from './list-corrections.ts'
import type { PreviewedCorrection } from './preview-correction.ts'

const dollars = (value: number): number => toDollars(cents(value))

export const presentCorrection = (row: CorrectionRow): Correction => ({
  id: row.id,
  member_id: row.member_id,
  member_no: row.member_no,
  name: `${row.first_name} ${row.last_name}`.trim(),
  bonus: row.bonus as CorrectedBonus,
  amount: dollars(row.amount_cents),
  corrected_month: row.corrected_month,
  month: row.month,
  order_no: row.order_no,
  reason: row.reason,
  requested_by: row.requested_by,
  approved_by: row.approved_by,
  booked_at: row.booked_at.toISOString(),
})

const presentBonuses = ({ salesBonusCents, levelBonusCents, totalBonusCents }: PreviewedCorrection['now']) => ({
  sales_bonus: dollars(salesBonusCents),
  level_bonus: dollars(levelBonusCents),
  total_bonus: dollars(totalBonusCents),
})

const presentPayout = ({ payableCents, carriedCents }: { payableCents: number; carriedCents: number }) => ({
  payable: dollars(payableCents),
  carried: dollars(carriedCents),
})

export const presentPreview = ({ plan, waiting, now, after, payouts }: PreviewedCorrection): CorrectionPreview => ({
  member_id: plan.memberId,
  member_no: plan.memberNo,
  name: plan.name,
  status: plan.status,
  month: plan.month,
  facts: Object.entries(plan.preview).map(([name, value]) => ({ name, value: String(value) })),
  version: plan.hash,
  now: presentBonuses(now),
  after: presentBonuses(after),
  balance: payouts
    ? {
        opening: dollars(payouts.now.openingCents),
        now: presentPayout(payouts.now),
        after: presentPayout(payouts.after),
      }
    : null,
  waiting: waiting ? { approval_id: waiting.id, proposed_by: waiting.proposedBy.email, same: waiting.isSame } : null,
})
