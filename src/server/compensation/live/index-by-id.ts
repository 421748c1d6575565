const PAGE_BITS = 12
const PAGE = 1 << PAGE_BITS

/** Maps ids to indexes. Ids are from a sequence and dense, so pages of them are allocated on first use. */
export class IndexById {
  readonly #pages = new Map<number, Int32Array>()

  /** −1 for an unknown id. */
  of(id: number): number {
    return this.#pages.get(id >>> PAGE_BITS)?.[id & (PAGE - 1)] ?? -1
  }

  set(id: number, index: number): void {
    const number = id >>> PAGE_BITS
    let page = this.#pages.get(number)
    if (!page) {
      page = new Int32Array(PAGE).fill(-1)
      this.#pages.set(number, page)
    }
    page[id & (PAGE - 1)] = index
  }
}
