import { setTimeout as pause } from 'node:timers/promises'
import type { DedicatedConnection } from './dedicated-connection.ts'

/** The embedded engine serves no other connection during a transaction, and an order needs several turns. */
const SLICE_MS = { embedded: 40, postgres: 100 }
const FIRST_SLICE = 50
const MIN_SLICE = 5
const MAX_SLICE = 1_000

/**
 * Processes many items in slices that each take a fraction of a second. On the embedded engine, a pause of the same
 * length follows each slice, for other connections. `work` receives the items, and the numbers of items before and
 * after them.
 */
export async function inSlices<Item>(
  engine: DedicatedConnection['engine'],
  items: readonly Item[],
  work: (slice: readonly Item[], position: { before: number; behind: number }) => Promise<void>,
): Promise<void> {
  let size = FIRST_SLICE
  for (let before = 0; before < items.length; ) {
    const slice = items.slice(before, before + size)
    const behind = items.length - before - slice.length
    const started = performance.now()
    await work(slice, { before, behind })
    const elapsed = performance.now() - started
    before += slice.length
    if (behind > 0 && engine === 'embedded') await pause(elapsed)
    const factor = Math.min(2, Math.max(0.5, SLICE_MS[engine] / elapsed))
    size = Math.round(Math.min(MAX_SLICE, Math.max(MIN_SLICE, size * factor)))
  }
}
