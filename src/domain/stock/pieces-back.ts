/** What was taken for a line at one time and is not back yet. */
export type Allocated = { allocation: number; outstanding: number }

/**
 * How many pieces come back of each allocation of a line: what was taken last comes back first, and never more than was
 * taken, whatever is asked for.
 */
export function piecesBack(allocated: readonly Allocated[], quantity: number): Map<number, number> {
  const back = new Map<number, number>()
  let remaining = quantity
  for (const { allocation, outstanding } of [...allocated].sort((a, b) => b.allocation - a.allocation)) {
    const pieces = Math.min(remaining, outstanding)
    if (pieces > 0) back.set(allocation, pieces)
    remaining -= pieces
  }
  return back
}
