import type { Pool } from 'pg'
import { compareMonths, type Month } from '#domain/calendar/month.ts'
import { type Change, findChangesBefore, requiresReload } from './feed.queries.ts'
import { type CorrectionRow, findCorrections, findReturns, type ReturnRow } from './live.queries.ts'

/** A few hundred bytes each; older changes are dropped. */
const MAX_CHANGES = 300_000

/** The changes of one month, with the previous values. */
export type MonthChanges = {
  /** Newest first. */
  changes: Change[]
  /** Start of the available changes, in milliseconds. */
  since: number
  /** Why it is later than the requested instant: the month was reloaded, or there were too many changes. */
  shortened: 'reloaded' | 'too_many' | undefined
}

/**
 * Changes of the network since some instant, from the feed, with the previous values: read once, then appended, so that
 * no query has to read the feed of a whole shop.
 */
export class ChangeLog {
  readonly #pool: Pool
  /** Keyed by number, approximately in order. */
  readonly #changes = new Map<number, Change>()
  readonly #returns = new Map<number, ReturnRow | undefined>()
  readonly #corrections = new Map<number, CorrectionRow | undefined>()
  /** Every change from this instant on is available. */
  #from: number
  #isCut = false
  #isRead = false

  constructor(pool: Pool, from: number) {
    this.#pool = pool
    this.#from = from
  }

  /** Reads the changes from before the feed was opened; new changes may be added meanwhile. */
  async read(): Promise<void> {
    let beforeId = Number.MAX_SAFE_INTEGER
    while (this.#changes.size < MAX_CHANGES) {
      const changes = await findChangesBefore(this.#pool, this.#from, beforeId)
      const oldest = changes.at(-1)
      if (!oldest) break
      beforeId = oldest.id
      for (const change of changes) this.#changes.set(change.id, change)
    }
    const sorted = [...this.#changes.values()].sort((a, b) => a.id - b.id)
    this.#changes.clear()
    this.#isRead = true
    this.add(sorted)
    if (this.#changes.size >= MAX_CHANGES) this.#cutAt(sorted.at(-MAX_CHANGES)?.madeAt ?? this.#from)
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) this.#changes.set(change.id, change)
    if (!this.#isRead) return
    for (const change of this.#changes.values()) {
      if (this.#changes.size <= MAX_CHANGES) break
      this.#drop(change)
      this.#cutAt(change.madeAt + 1)
    }
  }

  /** The available changes of a month since an instant. */
  findChanges(month: Month, since: number): MonthChanges {
    const from = Math.max(since, this.#from)
    const isCut = this.#isCut && from > since
    const changes: Change[] = []
    // A new sponsor changes figures in ways that cannot be undone, unless the member is new and had none yet.
    const moves = new Map<number, { count: number; since: number }>()
    let reloadedAt: number | undefined
    for (const change of [...this.#changes.values()].reverse()) {
      if (change.madeAt < from || !concerns(change, month)) continue
      const { memberId, isEnrollment, madeAt } = change
      if (requiresReload(change)) {
        reloadedAt = madeAt
        break
      }
      if (memberId !== null && isEnrollment) moves.delete(memberId)
      if (memberId !== null && isEnrollment === false && !moves.has(memberId)) {
        moves.set(memberId, { count: changes.length, since: madeAt })
      }
      changes.push(change)
    }
    const lastMove = [...moves.values()].sort((a, b) => a.count - b.count).at(0)
    if (lastMove) {
      return { changes: changes.slice(0, lastMove.count), since: lastMove.since, shortened: 'reloaded' }
    }
    if (reloadedAt !== undefined) return { changes, since: reloadedAt, shortened: 'reloaded' }
    return { changes, since: from, shortened: isCut ? 'too_many' : undefined }
  }

  /** Returns on earlier months' orders; undefined while some of them are not loaded. */
  findReturns({ changes }: MonthChanges): Map<number, ReturnRow> | undefined {
    const returnRows = new Map<number, ReturnRow>()
    for (const { returnId } of changes) {
      if (returnId === null) continue
      if (!this.#returns.has(returnId)) return undefined
      const returnRow = this.#returns.get(returnId)
      if (returnRow) returnRows.set(returnId, returnRow)
    }
    return returnRows
  }

  async loadReturns(month: Month, { changes }: MonthChanges): Promise<void> {
    const ids = changes.flatMap(({ returnId }) => (returnId === null || this.#returns.has(returnId) ? [] : [returnId]))
    const rowsById = new Map(
      (await findReturns(this.#pool, month, ids)).map((returnRow) => [returnRow.returnId, returnRow]),
    )
    for (const id of ids) this.#returns.set(id, rowsById.get(id))
  }

  /** Staff corrections; undefined while some of them are not loaded. */
  findCorrections({ changes }: MonthChanges): Map<number, CorrectionRow> | undefined {
    const corrections = new Map<number, CorrectionRow>()
    for (const { correctionId } of changes) {
      if (correctionId === null) continue
      if (!this.#corrections.has(correctionId)) return undefined
      const correction = this.#corrections.get(correctionId)
      if (correction) corrections.set(correctionId, correction)
    }
    return corrections
  }

  async loadCorrections({ changes }: MonthChanges): Promise<void> {
    const ids = changes.flatMap(({ correctionId }) =>
      correctionId === null || this.#corrections.has(correctionId) ? [] : [correctionId],
    )
    if (ids.length === 0) return
    const rowsById = new Map((await findCorrections(this.#pool, ids)).map((correction) => [correction.id, correction]))
    for (const id of ids) this.#corrections.set(id, rowsById.get(id))
  }

  /** Drops changes that can no longer be queried. */
  dropBefore(instant: number): void {
    for (const change of this.#changes.values()) {
      if (change.madeAt >= instant) break
      this.#drop(change)
    }
    this.#from = Math.max(this.#from, instant)
  }

  #drop({ id, returnId, correctionId }: Change): void {
    this.#changes.delete(id)
    if (returnId !== null) this.#returns.delete(returnId)
    if (correctionId !== null) this.#corrections.delete(correctionId)
  }

  #cutAt(instant: number): void {
    this.#from = Math.max(this.#from, instant)
    this.#isCut = true
  }
}

/** A member's change counts from its month on, an order's in its own. */
function concerns({ month: changeMonth, memberId }: Change, month: Month): boolean {
  if (changeMonth === null) return true
  return memberId === null ? changeMonth === month : compareMonths(changeMonth, month) <= 0
}
