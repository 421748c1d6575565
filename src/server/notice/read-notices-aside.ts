import { makeThread } from '#server/platform/ask-thread.ts'
import type { JobOptions } from '#server/platform/fair-queue.ts'
import { type GivenText, type ReadOutcome, readNotices } from './read-notices.ts'

/** Up to this many characters are read at once; hostile text beyond it takes up to a second. */
const SHORT = 10_000

const ask = makeThread<GivenText, ReadOutcome>(new URL('./notice-worker.ts', import.meta.url))

/** Reads what a clerk sent. Long text goes to a separate thread, so that nobody waits for it. */
export const readNoticesAside = async (given: GivenText, options?: JobOptions): Promise<ReadOutcome> =>
  given.text.length <= SHORT ? readNotices(given.text, given) : ask(given, options)
