import type { JobOptions } from '#server/platform/fair-queue.ts'
import { makeWorkerThread } from '#server/platform/worker-thread.ts'
import { firstPicture, plainText, sanitizeRichText } from './rich-text.ts'

/** Sanitized rich text, and its summary for lists. */
export type ReadRichText = { html: string; text: string; image: string | null }

/**
 * Text up to this length (a page or two) is sanitized synchronously. Longer hostile text can take more than a second.
 */
const SHORT = 10_000

const ask = makeWorkerThread<string, ReadRichText>(new URL('./rich-text-worker.ts', import.meta.url))

/** Sanitizes text from an editor. Long text goes to a separate thread, so that no visitor waits for it. */
export const readRichText = async (html: string, options?: JobOptions): Promise<ReadRichText> =>
  html.length <= SHORT ? readAtOnce(html) : ask(html, options)

export function readAtOnce(given: string): ReadRichText {
  const html = sanitizeRichText(given)
  return { html, text: plainText(html), image: firstPicture(html) }
}
