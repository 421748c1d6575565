/**
 * Shapes of the plates in an editorial grid of four columns. Large: two columns by two rows. Wide: two columns. Half:
 * two columns of the four, or one of the two on a phone.
 */
export type Plate = 'large' | 'wide' | 'half' | 'small'

const spread: readonly Plate[] = ['large', 'small', 'small', 'small', 'small']
const shortSpread: readonly Plate[] = ['large', 'small', 'small', 'wide']
const rows: Record<number, readonly Plate[]> = {
  0: [],
  1: ['wide'],
  2: ['half', 'half'],
  3: ['wide', 'small', 'small'],
  4: ['small', 'small', 'small', 'small'],
}

/** Spreads of five, then a full row of the remaining plates: no plate is ever alone. */
export function plates(count: number): Plate[] {
  const spreads = Math.floor(count / spread.length)
  const remaining = count % spread.length
  if (spreads === 0 || remaining !== 1) return [...repeat(spreads), ...(rows[remaining] ?? [])]
  // One plate remains: the last spread gives one up, and the two make a row.
  return [...repeat(spreads - 1), ...shortSpread, ...(rows[2] ?? [])]
}

const repeat = (times: number): Plate[] => Array.from({ length: times }, () => spread).flat()
