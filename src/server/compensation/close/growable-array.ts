/** Typed arrays of unknown final length: doubled when full, truncated at the end. */
export class GrowableArray {
  #values: Float64Array
  length = 0

  constructor(capacity = 1024) {
    this.#values = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  /** A view, valid until the next push. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.length)
  }
}
