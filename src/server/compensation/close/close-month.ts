import { type Month, previousMonth } from '#domain/calendar/month.ts'
import type { LineColumns } from '#domain/compensation/month/columns.ts'
import { computeOneLevelUp } from '#domain/compensation/month/one-level-up.ts'
import { runMonth } from '#domain/compensation/month/run-month.ts'
import type { Cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { lockTree } from '#server/network/lock-tree.ts'
import type { BulkWriter } from '#server/platform/database/bulk-write.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { buildCardRows } from './card-rows.ts'
import {
  beginClosing,
  blockChanges,
  deleteUnfinished,
  endClosing,
  findLastChange,
  hasChangedSince,
  type MonthSums,
  openCardWriter,
  openLineWriter,
  openPayoutWriter,
  readBalances,
  setClosed,
} from './close-month.queries.ts'
import { newClosingToken } from './closing-token.ts'
import { type CloseBlockReason, findCloseBlockReason } from './find-close-block-reason.ts'
import { hashInputs } from './hash-inputs.ts'
import { lockForClosing } from './month.queries.ts'
import { buildIndexById, readMonth, type StoredMonth } from './month-input.ts'

export type CloseMonthRefusal = CloseBlockReason | { code: 'concurrent_changes' } | { code: 'on_hold' }

/** The result of a month, just before it is closed. */
export type MonthFigures = { sums: MonthSums; planVersion: number; inputsHash: Buffer }

export type CloseOptions = {
  month: Month
  closedBy: string
  settlingDays: number
  minimumPayoutCents: Cents
  /** Milliseconds since 1970; passed by tests, which close months that are not over yet. */
  now?: number
  onProgress?: (stage: string, done: number) => void
  /** Called before the closing transaction locks the tree and the month, for locks that must come first. */
  lockFirst?: (trx: Transaction) => Promise<void>
  /** Called in the closing transaction; false prevents the close, and the written rows are kept. */
  canClose?: (trx: Transaction, figures: MonthFigures) => Promise<boolean>
  /** Called in the closing transaction. */
  onClosed?: (trx: Transaction, sums: MonthSums) => Promise<void>
}

export type ClosedMonth = Result<{ sums: MonthSums }, CloseMonthRefusal>

/** Maximum number of computations if orders or members change meanwhile. */
const ATTEMPTS = 6
/**
 * After this many attempts changes to the month are blocked: a large month that changes every minute would otherwise
 * never be closed.
 */
const ATTEMPTS_BEFORE_LOCK = 2

/**
 * Closes a month (docs/plan §4.2): computes it, writes its cards and lines, and then marks it closed in one short
 * transaction that verifies that nothing has changed in between. Until then the written rows are not visible to
 * readers, and a killed close leaves only rows that the next one removes. Orders and cancellations continue meanwhile,
 * unless this month has so many that they must wait; page requests always continue.
 */
export async function closeMonth(connection: Connection, options: CloseOptions): Promise<ClosedMonth> {
  const { db } = connection
  const { month, closedBy, minimumPayoutCents } = options
  const token = newClosingToken()
  const refusal = await inTransaction(db, (trx) => startClosing(trx, token, options))
  if (refusal) return refuse(refusal)

  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const lastChange = await inTransaction(db, async (trx) => {
      await lockForThisClose(trx, month, token)
      if (attempt > ATTEMPTS_BEFORE_LOCK) await blockChanges(trx, month)
      return findLastChange(trx)
    })
    await deleteUnfinished(connection, month)
    const stored = await readMonth(connection, month)
    const sums = await computeAndWrite(connection, stored, token, options)
    const planVersion = stored.plan.version
    const hash = hashInputs(stored)
    const outcome = await inTransaction(db, async (trx) => {
      await options.lockFirst?.(trx)
      await lockForThisClose(trx, month, token)
      if (await hasChangedSince(trx, month, lastChange)) return 'changed'
      if (options.canClose && !(await options.canClose(trx, { sums, planVersion, inputsHash: hash }))) return 'on_hold'
      await setClosed(trx, { month, closedBy, planVersion, minimumPayoutCents, hash, sums })
      await options.onClosed?.(trx, sums)
      return 'closed'
    })
    if (outcome === 'closed') return { ok: true, sums }
    if (outcome === 'on_hold') {
      await deleteUnfinished(connection, month)
      await endClosing(db, month, token)
      return refuse({ code: 'on_hold' })
    }
  }
  await endClosing(db, month, token)
  return refuse({ code: 'concurrent_changes' })
}

async function startClosing(
  trx: Transaction,
  token: string,
  { month, settlingDays, now }: CloseOptions,
): Promise<CloseMonthRefusal | undefined> {
  const refusal = await findCloseBlockReason(trx, month, { settlingDays, now })
  if (!refusal) await beginClosing(trx, month, token)
  return refusal
}

async function lockForThisClose(trx: Transaction, month: Month, token: string): Promise<void> {
  await lockTree(trx)
  if ((await lockForClosing(trx, month)).token !== token) throw new ClosingTakenOverError(month)
}

/** Another close has taken over, because this one was considered dead. */
class ClosingTakenOverError extends Error {
  constructor(month: Month) {
    super(`another close of ${month} has taken over`)
  }
}

async function computeAndWrite(
  connection: Connection,
  stored: StoredMonth,
  token: string,
  { month, minimumPayoutCents, onProgress }: CloseOptions,
): Promise<MonthSums> {
  const { plan, input, memberIds } = stored
  const balances = await readBalances(connection, previousMonth(month), buildIndexById(memberIds), memberIds.length)
  const guard = { month, token, createLostError: () => new ClosingTakenOverError(month) }
  const lines = await openLineWriter(connection, guard)
  let count = 0
  const run = await finishOrAbort(lines, async () => {
    const slices = runMonth(plan, input)
    for (;;) {
      const step = slices.next()
      if (step.done) return step.value
      onProgress?.(step.value.stage, step.value.done)
      if (step.value.lines) {
        await lines.write(...toLineRows(stored, step.value.lines))
        count += step.value.lines.order.length
      } else await yieldToEventLoop()
    }
  })
  const cards = await openCardWriter(connection, guard)
  const rows = await finishOrAbort(cards, async () => {
    const gains = computeOneLevelUp(plan, input, run)
    let gain = gains.next()
    for (; !gain.done; gain = gains.next()) await yieldToEventLoop()
    const cardRows = buildCardRows({ stored, run, gain: gain.value, balances, minimumPayoutCents })
    for (const slice of cardRows.slices) {
      await cards.write(slice.rows, slice.columns)
      onProgress?.('cards', slice.done)
    }
    return cardRows
  })
  const payouts = await openPayoutWriter(connection, guard)
  await finishOrAbort(payouts, async () => {
    for (const slice of rows.payouts) await payouts.write(slice.rows, slice.columns)
  })
  return { ...rows.sums, orders: stored.orderIds.length, lines: count }
}

/** Flushes the writer if the work succeeded, abandons it otherwise. */
async function finishOrAbort<Result>(writer: BulkWriter, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    await writer.finish()
    return result
  } catch (error) {
    await writer.abort()
    throw error
  }
}

/** Yields to the event loop between two slices. */
const yieldToEventLoop = (): Promise<void> => new Promise((next) => setImmediate(next))

function toLineRows({ month, memberIds, orderIds, input }: StoredMonth, lines: LineColumns) {
  const toMemberId = (index: number): number => (index === -1 ? -1 : (memberIds[index] as number))
  return [
    lines.order.length,
    [
      { text: month },
      { values: lines.order.map((index) => orderIds[index] as number) },
      { values: lines.payee.map(toMemberId) },
      { values: lines.kind },
      { values: lines.depth },
      { values: lines.level },
      { values: lines.rateBp },
      { values: lines.coveredBp },
      { values: lines.coveredBy.map(toMemberId), none: -1 },
      { values: Float64Array.from(lines.order, (index) => input.orders.cvCents[index] as number) },
      { values: lines.amountCents },
    ],
  ] as const
}
