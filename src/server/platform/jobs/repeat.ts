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
  let currentRun: Promise<void> = Promise.resolve()
  const run = () => {
    currentRun = work()
      .catch(onError)
      .then(() => {
        if (!closed) timer = setTimeout(run, everyMs).unref()
      })
  }
  return {
    start: run,
    async close() {
      closed = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
