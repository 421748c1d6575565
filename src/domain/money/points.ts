/** PV: whole points, negative after returns (docs/plan §1). Never money, never a fraction. */
export type Points = number & { readonly __unit: 'points' }

export const points = (value: number): Points => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of points`)
  return value as Points
}
