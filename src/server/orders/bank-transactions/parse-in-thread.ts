import type { JobOptions } from '#server/platform/fair-queue.ts'
import { makeWorkerThread } from '#server/platform/worker-thread.ts'
import { type ParseInput, type ParseResult, parseBankText } from './parse-bank-text.ts'

/** Text up to this many characters is parsed inline; longer malicious text takes up to a second. */
const MAX_INLINE_LENGTH = 10_000

const requestParse = makeWorkerThread<ParseInput, ParseResult>(new URL('./parse-worker.ts', import.meta.url))

/** Parses text sent by a clerk. Long text is handled by a separate thread, so that it blocks no other request. */
export const parseInThread = async (input: ParseInput, options?: JobOptions): Promise<ParseResult> =>
  input.text.length <= MAX_INLINE_LENGTH ? parseBankText(input.text, input) : requestParse(input, options)
