import { compareMonths, type Month, previousMonth } from '#domain/calendar/month.ts'
import { type MonthRun, runMonth, SLICE, slices } from '#domain/compensation/month/run-month.ts'
import type { Cents } from '#domain/money/money.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { lockTree } from '#server/network/lock-tree.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { buildCardRows } from './card-rows.ts'
import { findFirstMonth, findLastChange, hasChangedSince, readBalances, readBonuses } from './close-month.queries.ts'
import type { MonthFigures } from './close-month.ts'
import { hashInputs } from './hash-inputs.ts'
import { lockForClosing } from './month.queries.ts'
import { buildIndexById, readMonth, type StoredMonth } from './month-input.ts'

/** A member whose bonus differs considerably from the previous month's; cents. */
export type BonusChange = { memberId: number; beforeCents: number; nowCents: number }

export type MonthPreview = MonthFigures & {
  /** The latest change of the network that the preview may include. */
  networkVersion: number
  /** The members with the largest increases and decreases. */
  largest: { up: BonusChange[]; down: BonusChange[] }
  payees: number
}
export type PreviewRefusal = Refusal<'already_closed' | 'not_started'>
export type PreviewOptions = {
  month: Month
  minimumPayoutCents: Cents
  onProgress?: (stage: string, done: number) => void
}

const MAX_CHANGES = 10

/** The result of closing a month now; writes nothing, and holds no locks while it computes (docs/back-office §5). */
export async function previewMonth(
  connection: Connection,
  { month, minimumPayoutCents, onProgress }: PreviewOptions,
): Promise<Result<MonthPreview, PreviewRefusal>> {
  const first = await findFirstMonth(connection.db)
  if (!first || compareMonths(month, first) < 0) return refuse({ code: 'not_started' })
  const networkVersion = await inTransaction(connection.db, async (trx) => {
    await lockTree(trx)
    return (await lockForClosing(trx, month)).closed ? undefined : findLastChange(trx)
  })
  if (networkVersion === undefined) return refuse({ code: 'already_closed' })
  const stored = await readMonth(connection, month)
  // The month was closed meanwhile, so it has an actual result instead of a preview.
  if (stored.closed) return refuse({ code: 'already_closed' })
  const { plan, input, memberIds } = stored
  const indexById = buildIndexById(memberIds)
  const previous = previousMonth(month)
  const balances = await readBalances(connection, previous, indexById, memberIds.length)
  let lines = 0
  const pieces = runMonth(plan, input)
  let step = pieces.next()
  for (; !step.done; step = pieces.next()) {
    lines += step.value.lines?.order.length ?? 0
    onProgress?.(step.value.stage, step.value.done)
    await yieldToEventLoop()
  }
  const rows = buildCardRows({ stored, run: step.value, gain: new Float64Array(), balances, minimumPayoutCents })
  const bonusesBefore = await readBonuses(connection, previous, indexById, memberIds.length)
  return {
    ok: true,
    sums: { ...rows.sums, orders: stored.orderIds.length, lines },
    planVersion: plan.version,
    inputsHash: hashInputs(stored),
    networkVersion,
    largest: await findLargestChanges(stored, step.value, bonusesBefore),
    payees: rows.payable.reduce((payees, cents) => payees + (cents > 0 ? 1 : 0), 0),
  }
}

/**
 * Returns whether any input of the month has changed since a preview. Locks the tree and the month until the
 * transaction ends.
 */
export async function lockAndCheckUnchanged(
  trx: Transaction,
  month: Month,
  networkVersion: number,
): Promise<{ unchanged: boolean; closed: boolean; isClosing: boolean }> {
  await lockTree(trx)
  const { closed, isClosing } = await lockForClosing(trx, month)
  return { unchanged: !closed && !(await hasChangedSince(trx, month, networkVersion)), closed, isClosing }
}

/** In slices, like everything that iterates over all members. */
async function findLargestChanges({ memberIds }: StoredMonth, { cards }: MonthRun, bonusesBefore: Float64Array) {
  const up: BonusChange[] = []
  const down: BonusChange[] = []
  for (const [from, to] of slices(memberIds.length, SLICE)) {
    for (let index = from; index < to; index++) {
      const [beforeCents, nowCents] = [bonusesBefore[index] as number, cards.totalBonusCents[index] as number]
      if (beforeCents === nowCents) continue
      const list = nowCents > beforeCents ? up : down
      const threshold = list.length < MAX_CHANGES ? 0 : getChangeSize(list.at(-1) as BonusChange)
      const change = { memberId: memberIds[index] as number, beforeCents, nowCents }
      if (getChangeSize(change) <= threshold) continue
      list.splice(list.findLastIndex((other) => getChangeSize(other) >= getChangeSize(change)) + 1, 0, change)
      list.length = Math.min(list.length, MAX_CHANGES)
    }
    await yieldToEventLoop()
  }
  return { up, down }
}

const getChangeSize = ({ beforeCents, nowCents }: BonusChange): number => Math.abs(nowCents - beforeCents)

const yieldToEventLoop = (): Promise<void> => new Promise((next) => setImmediate(next))
