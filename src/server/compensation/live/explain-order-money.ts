import { findPathToTop } from '#domain/compensation/live/path-to-top.ts'
import type { BonusLine, Unpaid } from '#domain/compensation/rules/line.ts'
import { payOrder } from '#domain/compensation/rules/pay-order.ts'
import { cents } from '#domain/money/money.ts'
import type { CachedMonth } from './cached-month.ts'

/** Database ids; money in cents, depth counted from the credited member. */
export type MoneyLine = Pick<
  BonusLine,
  'kind' | 'depth' | 'level' | 'rateBp' | 'coveredBp' | 'totalCents' | 'coveredCents' | 'amountCents'
> & { payeeId: number; coveredById: number | undefined }
export type OrderMoney = {
  valueCents: number
  pv: number
  lines: MoneyLine[]
  unpaid: (Omit<Unpaid, 'member'> & { memberId: number | undefined })[]
  /** Whether there are unpaid members on the way to the top that are not listed. */
  more: boolean
}

export function explainOrderMoney(
  { month, live: { state }, members, orders }: CachedMonth,
  { orderId, most: limit }: { orderId: number; most: number },
): OrderMoney | undefined {
  const order = orders.indexOf(orderId)
  if (order === -1) return undefined
  const credited = state.credited[order] as number
  const valueCents = cents(state.cvCents[order] as number)
  const { path, depths, more } =
    credited === -1 ? { path: [], depths: [], more: false } : findPathToTop(state, credited, limit)
  const { lines, unpaid } = payOrder(state.plan, { order, month, valueCents }, path)
  const toActualDepth = (depth: number) => depths[depth] ?? depth
  return {
    valueCents,
    pv: state.pv[order] as number,
    lines: lines.map(({ order: _, credited: __, valueCents: ___, payee, coveredBy, depth, ...line }) => ({
      ...line,
      depth: toActualDepth(depth),
      payeeId: members.at(payee),
      coveredById: coveredBy === undefined ? undefined : members.at(coveredBy),
    })),
    unpaid: unpaid.map(({ member, depth, ...reason }) => ({
      ...reason,
      depth: toActualDepth(depth),
      memberId: member === undefined ? undefined : members.at(member),
    })),
    more,
  }
}
