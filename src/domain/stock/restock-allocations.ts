/** Pieces allocated to a line at one time and not restocked yet. */
export type Allocation = { allocation: number; outstanding: number }

/**
 * The number of pieces to restock for each allocation of a line: the latest allocation first, and never more than was
 * allocated, regardless of the requested quantity.
 */
export function restockAllocations(allocated: readonly Allocation[], quantity: number): Map<number, number> {
  const piecesByAllocation = new Map<number, number>()
  let remaining = quantity
  for (const { allocation, outstanding } of [...allocated].sort((a, b) => b.allocation - a.allocation)) {
    const pieces = Math.min(remaining, outstanding)
    if (pieces > 0) piecesByAllocation.set(allocation, pieces)
    remaining -= pieces
  }
  return piecesByAllocation
}
