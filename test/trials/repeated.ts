import { setTimeout as pause } from 'node:timers/promises'

/** Work that so many do at once, each again after a pause, until it is stopped or one of them fails. */
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

  /** Throws what one of them failed with. */
  complain(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  async stop(): Promise<void> {
    this.#open = false
    await this.#working
  }
}
