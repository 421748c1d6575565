/** What one piece of a line takes of a product whose stock is counted; a package takes its components. */
export type StockDraw = {
  productId: number
  /** Pieces of the product for one piece of the line. */
  quantity: number
  /** Pieces on hand before any line of the order. */
  onHand: number
}

/** Lines draw in their order. */
export type DrawingLine = { quantity: number; draws: readonly StockDraw[] }

/**
 * How many pieces of each line there are, after the lines before it took theirs: what the scarcest of its components
 * allows (docs/back-office §3). Null where nothing of the line is counted.
 */
export function availableByLine(lines: readonly DrawingLine[]): (number | null)[] {
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
