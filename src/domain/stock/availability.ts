/** Pieces that one piece of a line takes from a product with tracked stock; a package takes its components. */
export type StockDraw = {
  productId: number
  /** Pieces of the product for one piece of the line. */
  quantity: number
  /** Pieces on hand before any line of the order. */
  onHand: number
}

/** Lines draw in order. */
export type DrawingLine = { quantity: number; draws: readonly StockDraw[] }

/**
 * The available pieces of each line after the lines before it: as many as its scarcest component allows
 * (docs/back-office §3). Null if stock is not tracked.
 */
export function calculateAvailability(lines: readonly DrawingLine[]): (number | null)[] {
  const remaining = new Map<number, number>()
  return lines.map(({ quantity, draws }) => {
    let available: number | null = null
    for (const draw of draws) {
      const onHand = remaining.get(draw.productId) ?? draw.onHand
      available = Math.min(available ?? Number.POSITIVE_INFINITY, Math.floor(onHand / draw.quantity))
      remaining.set(draw.productId, Math.max(0, onHand - draw.quantity * quantity))
    }
    return available
  })
}
