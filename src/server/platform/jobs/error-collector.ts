/** Collects the errors of single items in a batch, so that none of them blocks the items after it. */
export class ErrorCollector {
  readonly #errors: unknown[] = []

  async collect(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#errors.push(error)
    }
  }

  /** Must be called after all items were tried. @throws {AggregateError} if there was any error */
  throwIfAny(): void {
    const [first, ...others] = this.#errors
    if (first === undefined) return
    const more = others.length === 0 ? '' : `, and ${others.length} more`
    throw new AggregateError(this.#errors, `${first instanceof Error ? first.message : String(first)}${more}`)
  }
}
