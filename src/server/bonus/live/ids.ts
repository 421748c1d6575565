import { Places } from './places.ts'

/** Ids by place and places by id, growing by twos. */
export class Ids {
  readonly #places = new Places()
  #ids: Int32Array
  #count: number

  constructor(ids: Int32Array) {
    this.#ids = ids
    this.#count = ids.length
    for (let place = 0; place < ids.length; place++) this.#places.set(ids[place] as number, place)
  }

  /** −1 for an id that is not there. */
  placeOf(id: number): number {
    return this.#places.of(id)
  }

  at(place: number): number {
    const id = this.#ids[place]
    if (id === undefined || place >= this.#count) throw new RangeError(`nothing has place ${place}`)
    return id
  }

  add(id: number, place: number): void {
    if (place !== this.#count) throw new RangeError(`place ${place} is not the next`)
    if (place >= this.#ids.length) {
      const larger = new Int32Array(Math.max(64, this.#ids.length * 2))
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[place] = id
    this.#count++
    this.#places.set(id, place)
  }
}
