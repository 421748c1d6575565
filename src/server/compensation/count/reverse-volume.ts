import { compareMonths, type Month, month, monthOf, nextMonth } from '#domain/calendar/month.ts'
import { type ReversalCause, reversalCauseLabels } from '#domain/compensation/rules/reversal-cause.ts'
import { type ReversalLine, reverseOrder } from '#domain/compensation/rules/reverse-order.ts'
import { computeRemainingVolume, type Volume } from '#domain/compensation/rules/volumes.ts'
import { addCents, cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { lockMonth } from '../close/month.queries.ts'
import { readPlans } from '../plan/plans.ts'
import { insertDebit } from '../points/point-entries.ts'
import {
  findFrozenPath,
  findPlanVersion,
  findPostedLines,
  findReturns,
  insertReturn,
  insertReversals,
  lockCountedOrder,
  setRemaining,
} from './counted-order.queries.ts'

/**
 * Returned goods (with their own PV), or a refund alone; or the whole remaining value, if the order is canceled or its
 * check bounces.
 */
export type VolumeReversal =
  /** Defaults to a cancellation. */
  | { kind: 'cancellation'; by?: Exclude<ReversalCause, 'returned'> }
  | { kind: 'return'; cvCents: number; pv: number | undefined }

export type ReversalRefusal = { code: 'more_than_remains' }

/** The entries of a return (docs/plan §8), money in cents: planned with the order and its months locked. */
export type PlannedReversal = {
  countedOrderId: CountedOrderId
  orderNo: string
  /** Undefined: the order's volume has no member. */
  memberId: UserId | undefined
  /** The volume never was in the member's figures, and is not deducted from them (docs/plan §11). */
  beforeEnrollment: boolean
  customer: boolean
  kind: VolumeReversal['kind']
  moneyOnly: boolean
  returnedAt: Date
  /** The month it is booked in: the order's own, or the first open one. */
  month: Month
  insideItsMonth: boolean
  reversed: Volume
  remaining: Volume
  cause: ReversalCause
  /** Exact reversals of what a closed month paid. */
  lines: ReversalLine[]
}

/**
 * Books a return on a counted order (docs/plan §8.1, §8.2): within its own month while that is not closed, otherwise as
 * negative points and exact reversal lines in the month of the return, or the first open one after it. An order that
 * never counted, or has no remaining value to cancel, books nothing.
 */
export async function reverseVolume(
  trx: Transaction,
  {
    order: orderRef,
    reversal,
    returnedAt,
  }: { order: { orderId: OrderId } | { orderNo: string }; reversal: VolumeReversal; returnedAt: Date },
): Promise<Result<NoValue, ReversalRefusal>> {
  const planned = await planReversal(trx, orderRef, reversal, returnedAt)
  if (!planned.ok) return planned
  if (planned.plan) await bookReversal(trx, planned.plan)
  return { ok: true }
}

/** Plans the entries of {@link reverseVolume}; undefined if there are none. Locks the counted order and its months. */
export async function planReversal(
  trx: Transaction,
  orderRef: { orderId: OrderId } | { orderNo: string },
  reversal: VolumeReversal,
  returnedAt: Date,
): Promise<Result<{ plan: PlannedReversal | undefined }, ReversalRefusal>> {
  const order = await lockCountedOrder(trx, orderRef)
  if (!order) return { ok: true, plan: undefined }
  const before = toVolume(order.remaining_cv_cents, order.remaining_pv)
  if (reversal.kind === 'cancellation' && before.cvCents === 0 && before.pv === 0) return { ok: true, plan: undefined }
  const orderMonth = month(order.month)
  const [remaining, { closed, closedExternally }] = await Promise.all([
    computeRemaining(trx, order, before, reversal),
    lockMonth(trx, orderMonth),
  ])
  if (!remaining) return refuse({ code: 'more_than_remains' })

  const plan: PlannedReversal = {
    countedOrderId: order.id,
    orderNo: order.order_no,
    memberId: order.member_id ?? undefined,
    beforeEnrollment: order.before_enrollment,
    customer: order.customer,
    kind: reversal.kind,
    moneyOnly: reversal.kind === 'return' && reversal.pv === undefined,
    returnedAt,
    month: closed ? await lockOpenMonth(trx, orderMonth, monthOf(returnedAt.getTime())) : orderMonth,
    insideItsMonth: !closed,
    cause: reversal.kind === 'return' ? 'returned' : (reversal.by ?? 'canceled'),
    reversed: toVolume(before.cvCents - remaining.cvCents, before.pv - remaining.pv),
    remaining,
    lines: [],
  }
  if (closed && !closedExternally && order.member_id !== null && !order.before_enrollment) {
    plan.lines = await planReversalLines(trx, orderMonth, {
      id: order.id,
      memberId: order.member_id,
      before,
      remaining,
    })
  }
  return { ok: true, plan }
}

async function bookReversal(trx: Transaction, plan: PlannedReversal): Promise<void> {
  const { countedOrderId, kind, returnedAt, reversed } = plan
  const returnId = await insertReturn(trx, {
    countedOrderId,
    kind,
    returnedAt,
    month: plan.month,
    ...reversed,
    moneyOnly: plan.moneyOnly,
  })
  await setRemaining(trx, countedOrderId, { ...plan.remaining, insideItsMonth: plan.insideItsMonth })
  await insertDebit(trx, {
    countedOrderId,
    memberId: plan.memberId ?? null,
    returnId,
    kind,
    month: plan.month,
    points: 0 - reversed.pv,
    description: `Order #${plan.orderNo} ${reversalCauseLabels[plan.cause]}`,
    at: returnedAt,
  })
  await insertReversals(trx, { countedOrderId, returnId, month: plan.month }, plan.lines)
}

async function planReversalLines(
  trx: Transaction,
  orderMonth: Month,
  order: { id: CountedOrderId; memberId: UserId; before: Volume; remaining: Volume },
): Promise<ReversalLine[]> {
  const version = await findPlanVersion(trx, orderMonth)
  const plan = (await readPlans(trx)).find((candidate) => candidate.version === version)
  if (!plan) throw new Error(`plan ${version} does not exist`)
  return reverseOrder(
    { plan, path: await findFrozenPath(trx, orderMonth, order.memberId) },
    { order: order.id, beforeCents: order.before.cvCents, remainingCents: order.remaining.cvCents },
    await findPostedLines(trx, order.id),
  )
}

const toVolume = (cvCents: number, pv: number): Volume => ({ cvCents: cents(cvCents), pv: points(pv) })

async function computeRemaining(
  trx: Transaction,
  order: NonNullable<Awaited<ReturnType<typeof lockCountedOrder>>>,
  before: Volume,
  reversal: VolumeReversal,
): Promise<Volume | undefined> {
  if (reversal.kind === 'cancellation') return toVolume(0, 0)
  if (reversal.cvCents > before.cvCents || (reversal.pv ?? 0) > before.pv) return undefined
  const earlierReturns = await findReturns(trx, order.id)
  const current = {
    cvCents: addCents(cents(reversal.cvCents)),
    pv: reversal.pv === undefined ? undefined : points(reversal.pv),
  }
  return computeRemainingVolume(toVolume(order.cv_cents, order.pv), [...earlierReturns, current])
}

/**
 * Finds the month of the event, or the first after it that is not closed; locks it in shared mode against its close.
 */
async function lockOpenMonth(trx: Transaction, orderMonth: Month, earliest: Month): Promise<Month> {
  let candidate = compareMonths(earliest, orderMonth) > 0 ? earliest : nextMonth(orderMonth)
  while ((await lockMonth(trx, candidate)).closed) candidate = nextMonth(candidate)
  return candidate
}
