import type { ReviewFlag } from '#contract/compensation/network.ts'
import type { ReviewFlagKind } from '#contract/compensation/review-flag-kinds.ts'
import { presentPerson } from '../explore/present-tree.ts'
import { dollars, type People } from '../sales/present-sales.ts'

/** A review flag with database ids; amounts in cents and points, shares in basis points. */
export type ReviewFlagRow = {
  id: string
  reasons: ReviewFlag['reasons']
  order: { order_no: string; order_id: number | null; month_cv_cents: number } | undefined
  memberId: number | undefined
  sponsorId: number | undefined
  accounts: number[]
  accountsCount: number
  address: string
  shareBp: number | undefined
  pv: number | undefined
  expiredOn: string | undefined
  bonusCents: number | undefined
}

export function presentReviewFlag(kind: ReviewFlagKind, row: ReviewFlagRow, people: People): ReviewFlag {
  const presentMember = (id: number | undefined) => (id === undefined ? null : presentPerson(id, people.get(id)))
  return {
    kind,
    id: row.id,
    reasons: row.reasons,
    order: row.order
      ? { number: row.order.order_no, order_id: row.order.order_id, cv: dollars(row.order.month_cv_cents) }
      : null,
    member: presentMember(row.memberId),
    sponsor: presentMember(row.sponsorId),
    accounts: row.accounts.map((id) => presentPerson(id, people.get(id))),
    accounts_count: row.accountsCount,
    address: row.address,
    share_bp: row.shareBp ?? null,
    pv: row.pv ?? null,
    expired_on: row.expiredOn ?? null,
    bonus: row.bonusCents === undefined ? null : dollars(row.bonusCents),
  }
}
