/**
 * Plate shapes in an editorial grid of four columns. Large: two columns by two rows. Wide: two columns. Half: two of
 * four columns, or one of two on phones.
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
export function layOutPlates(count: number): Plate[] {
  const spreads = Math.floor(count / spread.length)
  const remaining = count % spread.length
  if (spreads === 0 || remaining !== 1) return [...repeatSpread(spreads), ...(rows[remaining] ?? [])]
  // For a single remaining plate, the last spread gives one up, and the two form a row.
  return [...repeatSpread(spreads - 1), ...shortSpread, ...(rows[2] ?? [])]
}

const repeatSpread = (times: number): Plate[] => Array.from({ length: times }, () => spread).flat()
