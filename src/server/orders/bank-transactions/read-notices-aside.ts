import type { JobOptions } from '#server/platform/fair-queue.ts'
import { makeWorkerThread } from '#server/platform/worker-thread.ts'
import { type GivenText, type ReadOutcome, readNotices } from './read-notices.ts'

/** Text up to this many characters is parsed inline; longer malicious text takes up to a second. */
const SHORT = 10_000

const ask = makeWorkerThread<GivenText, ReadOutcome>(new URL('./notice-worker.ts', import.meta.url))

/** Parses text sent by a clerk. Long text is handled by a separate thread, so that it blocks no other request. */
export const parseNoticesInThread = async (given: GivenText, options?: JobOptions): Promise<ReadOutcome> =>
  given.text.length <= SHORT ? readNotices(given.text, given) : ask(given, options)
