type Numbers = Int32Array | Float64Array | Uint8Array

/** A column that is filled row by row: a month has millions, which as objects would take ten times the room. */
export class Column<C extends Numbers> {
  #values: C
  #count = 0

  constructor(empty: C) {
    this.#values = empty
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const Kind = this.#values.constructor as new (length: number) => C
      const larger = new Kind(Math.max(1024, this.#count * 2))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = value
  }

  /** The values so far, seen and not copied. */
  values(): C {
    return this.#values.subarray(0, this.#count) as C
  }
}
