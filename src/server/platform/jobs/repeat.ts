/** Work that runs periodically while the shop is running. */
export type RepeatingTask = { start(): void; close(): Promise<void> }

/** Runs `work` repeatedly, each time `everyMs` after the previous run ended; `close` waits for a run in progress. */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): RepeatingTask {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const next = () => {
    working = work()
      .catch(onError)
      .then(() => {
        if (!closed) timer = setTimeout(next, everyMs).unref()
      })
  }
  return {
    start: next,
    async close() {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}
