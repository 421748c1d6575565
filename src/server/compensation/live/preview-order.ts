import type { LiveCard } from '#domain/compensation/live/card.ts'
import type { Volume } from '#domain/compensation/live/live-month.ts'
import { type MemberPreview, type PlannedChange, previewChange } from '#domain/compensation/live/preview.ts'
import type { LineKind } from '#domain/compensation/rules/line.ts'
import type { CachedMonth } from './cached-month.ts'

/** Database ids; the amounts of a return on a closed month's order are negative. */
export type PlannedReturn =
  | { what: 'order'; orderId: number; to: Volume }
  | {
      what: 'return'
      memberId: number
      customer: boolean
      cvCents: number
      pv: number
      lines: { payeeId: number; kind: LineKind; amountCents: number }[]
    }

export type PreviewedMember = Omit<MemberPreview, 'member'> & { id: number; before: LiveCard; after: LiveCard }
export type PreviewFigures = {
  members: PreviewedMember[]
  onlyGroupPv: number
  /** The last change of the network that the figures include. */
  lastChange: number
}

/** Returns undefined if the live month does not have the order or one of the members. */
export function previewOrder(
  cached: CachedMonth,
  planned: PlannedReturn,
): Omit<PreviewFigures, 'lastChange'> | undefined {
  const change = toPlannedChange(cached, planned)
  if (!change) return undefined
  const { members, onlyGroupPv } = previewChange(cached.live, change)
  return {
    members: members.map(({ member, ...preview }) => ({ id: cached.members.at(member), ...preview })),
    onlyGroupPv,
  }
}

function toPlannedChange({ members, orders }: CachedMonth, planned: PlannedReturn): PlannedChange | undefined {
  if (planned.what === 'order') {
    const order = orders.indexOf(planned.orderId)
    return order === -1 ? undefined : { what: 'order', order, to: planned.to }
  }
  const { memberId, customer, cvCents, pv } = planned
  const credited = members.indexOf(memberId)
  const lines = planned.lines.map(({ payeeId, ...line }) => ({ payee: members.indexOf(payeeId), ...line }))
  if (credited === -1 || lines.some(({ payee }) => payee === -1)) return undefined
  return { what: 'return', back: { credited, customer, cvCents, pv }, lines }
}
