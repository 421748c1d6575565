import { IndexById } from './index-by-id.ts'

/** Ids by index and indexes by id; doubles its capacity when full. */
export class Ids {
  readonly #indexes = new IndexById()
  #ids: Int32Array
  #count: number

  constructor(ids: Int32Array) {
    this.#ids = ids
    this.#count = ids.length
    for (let index = 0; index < ids.length; index++) this.#indexes.set(ids[index] as number, index)
  }

  /** −1 for an unknown id. */
  indexOf(id: number): number {
    return this.#indexes.of(id)
  }

  at(index: number): number {
    const id = this.#ids[index]
    if (id === undefined || index >= this.#count) throw new RangeError(`index ${index} does not exist`)
    return id
  }

  add(id: number, index: number): void {
    if (index !== this.#count) throw new RangeError(`index ${index} is not the next`)
    if (index >= this.#ids.length) {
      const larger = new Int32Array(Math.max(64, this.#ids.length * 2))
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[index] = id
    this.#count++
    this.#indexes.set(id, index)
  }
}
