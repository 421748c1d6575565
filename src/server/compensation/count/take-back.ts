import { reverseOrder } from '#domain/compensation/rules/reverse-order.ts'
import { remainingVolume, type Volume } from '#domain/compensation/rules/volumes.ts'
import { addCents, cents } from '#domain/money.ts'
import { compareMonths, type Month, month, monthOf, nextMonth } from '#domain/month.ts'
import { points } from '#domain/points.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
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

/** Goods (with their own PV) or money alone that came back; or all that is left, when the order is canceled. */
export type ComesBack = { kind: 'cancellation' } | { kind: 'return'; cvCents: number; pv: number | undefined }

export type TakeBackRefusal = { code: 'more_than_remains' }

/**
 * Books what came back of a counted order (docs/plan §8.1, §8.2): inside of its own month while that is not closed,
 * otherwise as negative points and exact reversal lines in the month it came back in, or the first that is open after
 * it. An order that never counted, or of which nothing is left to cancel, books nothing.
 */
export async function takeBack(
  trx: Transaction,
  which: { orderId: OrderId } | { orderNo: string },
  back: ComesBack,
  returnedAt: Date,
): Promise<Result<Done, TakeBackRefusal>> {
  const order = await lockCountedOrder(trx, which)
  if (!order) return { ok: true }
  const before = volume(order.remaining_cv_cents, order.remaining_pv)
  if (back.kind === 'cancellation' && before.cvCents === 0 && before.pv === 0) return { ok: true }
  const after = await remainingAfter(trx, order, before, back)
  if (!after) return refuse({ code: 'more_than_remains' })

  const own = month(order.month)
  const { closed, closedElsewhere } = await lockMonth(trx, own)
  const booked = closed ? await lockOpenMonth(trx, own, monthOf(returnedAt.getTime())) : own
  const taken = { cvCents: before.cvCents - after.cvCents, pv: before.pv - after.pv }
  const returnId = await insertReturn(trx, {
    countedOrderId: order.id,
    kind: back.kind,
    returnedAt,
    month: booked,
    ...taken,
    moneyOnly: back.kind === 'return' && back.pv === undefined,
  })
  await setRemaining(trx, order.id, { ...after, insideItsMonth: !closed })
  await insertDebit(trx, {
    countedOrderId: order.id,
    memberId: order.member_id,
    returnId,
    kind: back.kind,
    month: booked,
    points: -taken.pv,
    description: `Order #${order.order_no} ${back.kind === 'cancellation' ? 'canceled' : 'returned'}`,
    at: returnedAt,
  })
  if (!closed || closedElsewhere || order.member_id === null) return { ok: true }

  const version = await findPlanVersion(trx, own)
  const plan = (await readPlans(trx)).find((known) => known.version === version)
  if (!plan) throw new Error(`plan ${version} is missing`)
  const lines = reverseOrder(
    { plan, path: await findFrozenPath(trx, own, order.member_id) },
    { order: order.id, beforeCents: before.cvCents, remainingCents: after.cvCents },
    await findPostedLines(trx, order.id),
  )
  await insertReversals(trx, { countedOrderId: order.id, returnId, month: booked }, lines)
  return { ok: true }
}

const volume = (cvCents: number, pv: number): Volume => ({ cvCents: cents(cvCents), pv: points(pv) })

async function remainingAfter(
  trx: Transaction,
  order: NonNullable<Awaited<ReturnType<typeof lockCountedOrder>>>,
  before: Volume,
  back: ComesBack,
): Promise<Volume | undefined> {
  if (back.kind === 'cancellation') return volume(0, 0)
  if (back.cvCents > before.cvCents || (back.pv ?? 0) > before.pv) return undefined
  const earlier = await findReturns(trx, order.id)
  const now = { cvCents: addCents(cents(back.cvCents)), pv: back.pv === undefined ? undefined : points(back.pv) }
  return remainingVolume(volume(order.cv_cents, order.pv), [...earlier, now])
}

/** The month of the event, or the first after it that is not closed; shared against its close. */
async function lockOpenMonth(trx: Transaction, own: Month, event: Month): Promise<Month> {
  let candidate = compareMonths(event, own) > 0 ? event : nextMonth(own)
  while ((await lockMonth(trx, candidate)).closed) candidate = nextMonth(candidate)
  return candidate
}
