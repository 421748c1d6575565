const PAGE_BITS = 12
const PAGE = 1 << PAGE_BITS

/** Which place an id has. Ids come from a sequence and lie close together: a page of them is made when one is used. */
export class Places {
  readonly #pages = new Map<number, Int32Array>()

  /** −1 for an id without a place. */
  of(id: number): number {
    return this.#pages.get(id >>> PAGE_BITS)?.[id & (PAGE - 1)] ?? -1
  }

  set(id: number, place: number): void {
    const number = id >>> PAGE_BITS
    let page = this.#pages.get(number)
    if (!page) {
      page = new Int32Array(PAGE).fill(-1)
      this.#pages.set(number, page)
    }
    page[id & (PAGE - 1)] = place
  }
}
