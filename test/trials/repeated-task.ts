import { setTimeout as pause } from 'node:timers/promises'

/** Runs work this many times in parallel, repeating each after a pause, until it is stopped or one fails. */
export class RepeatedTask {
  readonly finished: Promise<unknown>
  error: unknown
  isRunning = true

  constructor(count: number, pauseMs: number, task: () => Promise<void>) {
    const repeat = async () => {
      while (this.isRunning) {
        await task()
        await pause(pauseMs)
      }
    }
    this.finished = Promise.all(Array.from({ length: count }, repeat)).catch((error: unknown) => {
      this.error = error
    })
  }

  /** Throws the error of the first failure. */
  throwIfFailed(): void {
    if (this.error !== undefined) throw this.error
  }

  async stop(): Promise<void> {
    this.isRunning = false
    await this.finished
  }
}
