/** Work that is done now and then while the shop runs. */
export type Repeated = { start(): void; close(): Promise<void> }

/** Does `work` again and again, each time so long after the last was done; `close` waits for the one under way. */
export function repeat(work: () => Promise<unknown>, everyMs: number, onError: (error: unknown) => void): Repeated {
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
