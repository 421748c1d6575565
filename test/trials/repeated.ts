import { setTimeout as pause } from 'node:timers/promises'

/** Runs work this many times in parallel, repeating each after a pause, until it is stopped or one fails. */
export class Repeated {
  readonly #working: Promise<unknown>
  #fault: unknown
  #open = true

  constructor(count: number, pauseMs: number, work: () => Promise<void>) {
    const repeat = async () => {
      while (this.#open) {
        await work()
        await pause(pauseMs)
      }
    }
    this.#working = Promise.all(Array.from({ length: count }, repeat)).catch((fault: unknown) => {
      this.#fault = fault
    })
  }

  /** Throws the error of the first failure. */
  complain(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  async stop(): Promise<void> {
    this.#open = false
    await this.#working
  }
}
