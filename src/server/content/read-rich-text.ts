import type { JobOptions } from '#server/platform/fair-queue.ts'
import { makeWorkerThread } from '#server/platform/worker-thread.ts'
import { findFirstPicture, sanitizeRichText, toPlainText } from './rich-text.ts'

/** Sanitized rich text, and its summary for lists. */
export type RichTextResult = { html: string; text: string; image: string | null }

/**
 * Text up to this length (a page or two) is sanitized synchronously. Longer hostile text can take more than a second.
 */
const MAX_SYNC_LENGTH = 10_000

const readInWorker = makeWorkerThread<string, RichTextResult>(new URL('./rich-text-worker.ts', import.meta.url))

/** Sanitizes text from an editor. Long text goes to a separate thread, so that no visitor waits for it. */
export const readRichText = async (html: string, options?: JobOptions): Promise<RichTextResult> =>
  html.length <= MAX_SYNC_LENGTH ? readRichTextSync(html) : readInWorker(html, options)

export function readRichTextSync(input: string): RichTextResult {
  const html = sanitizeRichText(input)
  return { html, text: toPlainText(html), image: findFirstPicture(html) }
}
