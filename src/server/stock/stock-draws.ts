import type { StockDraw } from '#domain/stock/availability.ts'
import type { CountedPart } from '#server/platform/database/available-stock.ts'

/** Returns the tracked stock that one piece of a product takes: its own, or that of its components. */
export const stockConsumption = (
  productId: number,
  { stock, parts }: { stock: number | null; parts: readonly CountedPart[] | null },
): StockDraw[] =>
  stock === null
    ? (parts ?? []).map((part) => ({ productId: part.product_id, quantity: part.quantity, onHand: part.stock }))
    : [{ productId, quantity: 1, onHand: stock }]
