import type { LiveNetwork } from '../live/live-network.ts'
import type { PlannedReturn, PreviewFigures } from '../live/preview-order.ts'
import type { PlannedReversal } from './reverse-volume.ts'

/** The query interface of the live network. */
export type LiveMonths = Pick<LiveNetwork, 'query'>

/**
 * Previews the effect of a return on every member's month, with the number of the last change that the figures include
 * (docs/back-office §3, Returns). Undefined if nobody is credited, or the member was not enrolled yet. Must be called
 * outside of a transaction, because the thread of the live months reads committed data. Throws 503 while the month is
 * not in memory.
 */
export async function previewReversal(
  network: LiveMonths,
  plan: PlannedReversal | undefined,
): Promise<PreviewFigures | undefined> {
  if (plan?.memberId === undefined || plan.beforeEnrollment) return undefined
  const figures = await network.query({
    name: 'preview',
    month: plan.month,
    planned: toPlannedReturn(plan, plan.memberId),
  })
  if (!figures) throw new Error(`order ${plan.orderNo} is not in the figures of ${plan.month}`)
  return figures
}

function toPlannedReturn(plan: PlannedReversal, memberId: number): PlannedReturn {
  const { reversed, remaining } = plan
  if (plan.insideItsMonth) return { what: 'order', orderId: plan.countedOrderId, to: remaining }
  return {
    what: 'return',
    memberId,
    customer: plan.customer,
    cvCents: 0 - reversed.cvCents,
    pv: 0 - reversed.pv,
    lines: plan.lines.map(({ payee, kind, amountCents }) => ({ payeeId: payee, kind, amountCents })),
  }
}
