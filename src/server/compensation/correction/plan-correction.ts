import { createHash } from 'node:crypto'
import { compareMonths, type Month, monthOf, nextMonth } from '#domain/calendar/month.ts'
import {
  type CorrectedBonus,
  findCorrectionBlockReason,
  generateCorrectionMonths,
  type UncorrectableReason,
} from '#domain/compensation/rules/correction.ts'
import { type Cents, formatCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { lockApprovals, type Preview, serializePreview } from '#server/identity/staff/consume-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { lockMonth } from '../close/month.queries.ts'
import {
  type CorrectedMember,
  findClosedBonus,
  findMember,
  lockOrder,
  sumCorrections,
  sumOrderLines,
} from './correction.queries.ts'

/** The requested correction; `orderNo` is the counted order that it refers to, if any. */
export type CorrectionInput = {
  memberId: UserId
  concerns: Month
  bonus: CorrectedBonus
  amountCents: Cents
  orderNo: string | undefined
  reason: string
}
export type CorrectionRefusal = {
  code: UncorrectableReason | 'not_found' | 'counted_order_not_found' | 'reason_required'
}

export type PlannedCorrection = CorrectionInput & {
  memberNo: string
  name: string
  status: CorrectedMember['status']
  /** The month it is booked in, locked against its close. */
  month: Month
  orderId: CountedOrderId | undefined
  /** Only one proposal per subject can be open at a time. */
  subject: string
  /** The preview to review and approve: the correction, and all of its inputs. */
  preview: Preview
  /** SHA-256 of the preview, in hexadecimal digits; also that of its approval, and its version for the page. */
  hash: string
}

/**
 * Plans a correction (docs/plan §8.5), with the facts it depends on: another correction of the same bonus, a return of
 * the order, or a close change them. Waits for other approvals, then locks the order and the months.
 */
export async function planCorrection(
  trx: Transaction,
  input: CorrectionInput,
  now: number = Date.now(),
): Promise<Result<{ plan: PlannedCorrection }, CorrectionRefusal>> {
  const { memberId, concerns, bonus, amountCents, orderNo, reason } = input
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  await lockApprovals(trx)
  const member = await findMember(trx, memberId)
  if (!member) return refuse({ code: 'not_found' })
  const current = monthOf(now)
  const code = findCorrectionBlockReason(input, { current, enrolledIn: member.enrolledIn })
  if (code) return refuse({ code })
  const order = orderNo === undefined ? undefined : await lockOrder(trx, orderNo)
  if (orderNo !== undefined && order?.month !== concerns) return refuse({ code: 'counted_order_not_found' })

  const { closed, closedExternally } = await lockMonth(trx, concerns)
  const month = closed ? await lockOpenMonth(trx, concerns, current) : concerns
  const bonusBefore = closed ? await findClosedBonus(trx, concerns, memberId, bonus) : undefined
  const paid = order && (await sumOrderLines(trx, order.id, memberId, bonus))
  const correctedBefore = await sumCorrections(trx, { memberId, concerns, bonus })
  const money = (cents: number) => formatCents(cents as Cents)
  const preview: Preview = {
    member: member.memberNo,
    status: member.status,
    bonus: `${bonus} bonus`,
    amount: `${amountCents > 0 ? '+' : ''}${money(amountCents)}`,
    concerns,
    'state of that month': closedExternally ? 'closed elsewhere' : closed ? 'closed' : 'not closed',
    ...(bonusBefore !== undefined && { 'bonus of that month': money(bonusBefore) }),
    ...(order && { order: orderNo as string, ...(closed && { 'paid by the order': money(paid ?? 0) }) }),
    'corrected before': money(correctedBefore),
    'booked in': month,
    why: reason,
  }
  const subject = [member.memberNo, concerns, bonus, ...(order ? [orderNo] : [])].join(' ')
  const { memberNo, name, status } = member
  const hash = createHash('sha256').update(serializePreview(preview)).digest('hex')
  return { ok: true, plan: { ...input, memberNo, name, status, month, orderId: order?.id, subject, preview, hash } }
}

/** A month that `skip-until` has closed in advance accepts none. */
async function lockOpenMonth(trx: Transaction, concerns: Month, current: Month): Promise<Month> {
  for (const candidate of generateCorrectionMonths(concerns, current, nextMonth)) {
    if (compareMonths(candidate, concerns) > 0 && !(await lockMonth(trx, candidate)).closed) return candidate
  }
  throw new Error('there must be an open month')
}
