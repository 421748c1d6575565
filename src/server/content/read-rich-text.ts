import { Worker } from 'node:worker_threads'
import { firstPicture, plainText, sanitizeRichText } from './rich-text.ts'

/** Rich text fit to store, and its summary for lists. */
export type ReadRichText = { html: string; text: string; image: string | null }

/**
 * Up to this many characters (a page or two) are cleaned at once; hostile text beyond it can take more than a second.
 */
const SHORT = 10_000

type Waiting = { resolve(read: ReadRichText): void; reject(fault: unknown): void }
let thread: { worker: Worker; waiting: Waiting[] } | undefined

/** Cleans what an editor sent. Long text goes to a separate thread, so that no visitor waits for it. */
export async function readRichText(html: string): Promise<ReadRichText> {
  if (html.length <= SHORT) return readAtOnce(html)
  thread ??= startThread()
  const { worker, waiting } = thread
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject })
    worker.ref()
    worker.postMessage(html)
  })
}

export function readAtOnce(given: string): ReadRichText {
  const html = sanitizeRichText(given)
  return { html, text: plainText(html), image: firstPicture(html) }
}

/** Answers come in the order of the questions. */
function startThread() {
  const waiting: Waiting[] = []
  const worker = new Worker(new URL('./rich-text-worker.ts', import.meta.url))
  const end = (fault: unknown) => {
    thread = undefined
    for (const { reject } of waiting.splice(0)) reject(fault)
  }
  worker.on('message', (read: ReadRichText) => {
    waiting.shift()?.resolve(read)
    // An idle thread must not keep the process alive.
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`the thread for rich text ended with ${code}`)))
  return { worker, waiting }
}
