/** What goes wrong with some of many, so that none of them holds up those after it. */
export class Faults {
  readonly #faults: unknown[] = []

  async collect(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (fault) {
      this.#faults.push(fault)
    }
  }

  /**
   * To be called once all were tried.
   * @throws {AggregateError} if anything went wrong
   */
  throwIfAny(): void {
    const [first, ...others] = this.#faults
    if (first === undefined) return
    const more = others.length === 0 ? '' : `, and ${others.length} more`
    throw new AggregateError(this.#faults, `${first instanceof Error ? first.message : String(first)}${more}`)
  }
}
