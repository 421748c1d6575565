import { makeThread } from '#server/platform/ask-thread.ts'
import type { JobOptions } from '#server/platform/fair-queue.ts'
import { firstPicture, plainText, sanitizeRichText } from './rich-text.ts'

/** Rich text fit to store, and its summary for lists. */
export type ReadRichText = { html: string; text: string; image: string | null }

/**
 * Up to this many characters (a page or two) are cleaned at once; hostile text beyond it can take more than a second.
 */
const SHORT = 10_000

const ask = makeThread<string, ReadRichText>(new URL('./rich-text-worker.ts', import.meta.url))

/** Cleans what an editor sent. Long text goes to a separate thread, so that no visitor waits for it. */
export const readRichText = async (html: string, options?: JobOptions): Promise<ReadRichText> =>
  html.length <= SHORT ? readAtOnce(html) : ask(html, options)

export function readAtOnce(given: string): ReadRichText {
  const html = sanitizeRichText(given)
  return { html, text: plainText(html), image: firstPicture(html) }
}
