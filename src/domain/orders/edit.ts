import { type Result, refuse } from '#domain/result.ts'

/** A line of an order to be edited. */
export type EditableLine = {
  position: number
  /** null: the product is no longer in the catalog. */
  productId: number | null
  quantity: number
}

/** New quantity of a line, or of a product with or without a line; 0 removes the line. */
export type LineChange = { position: number; quantity: number } | { productId: number; quantity: number }

export type LineChangeRefusal =
  | { code: 'line_not_found'; position: number }
  /** Two changes refer to the same line. */
  | { code: 'duplicate_line' }
  | { code: 'no_lines_left' }
  | { code: 'quantity_too_large'; max: number }
  | { code: 'too_many_lines'; max: number }
  /** More pieces of a product that can no longer be sold. */
  | { code: 'line_product_deleted'; position: number }

export type EditedLines = {
  /** Sorted by position; new lines are last. */
  lines: EditableLine[]
  /** Pieces removed from the order. */
  lowered: { position: number; quantity: number }[]
  /** Pieces added to the order. */
  raised: { position: number; productId: number; quantity: number }[]
  /** Positions of `lines` that are new. */
  added: { position: number; productId: number }[]
}

/** Equal to the limit of a cart (docs/product §10.3). */
const MAX_PIECES = 99
const MAX_LINES = 100

/**
 * The lines of an order after changes (docs/back-office §3, Edits). Lines that no change mentions stay as they are. New
 * lines get positions from `nextPosition` on, which no line of the order has ever used.
 */
export function editLines(
  existingLines: readonly EditableLine[],
  changes: readonly LineChange[],
  nextPosition: number,
): Result<EditedLines, LineChangeRefusal> {
  const newQuantities = new Map(existingLines.map((line) => [line.position, line.quantity]))
  const changed = new Set<number>()
  const added: { position: number; productId: number }[] = []
  for (const change of changes) {
    if (change.quantity > MAX_PIECES) return refuse({ code: 'quantity_too_large', max: MAX_PIECES })
    let position = findPosition(existingLines, change)
    if (position === undefined) {
      if (!('productId' in change)) return refuse({ code: 'line_not_found', position: change.position })
      const { productId } = change
      if (added.some((line) => line.productId === productId)) return refuse({ code: 'duplicate_line' })
      if (change.quantity === 0) continue
      position = nextPosition + added.length
      added.push({ position, productId })
    }
    if (changed.has(position)) return refuse({ code: 'duplicate_line' })
    changed.add(position)
    newQuantities.set(position, change.quantity)
  }

  const oldQuantities = new Map(existingLines.map((line) => [line.position, line.quantity]))
  const allLines = [...existingLines, ...added.map((line) => ({ ...line, quantity: 0 }))]
  const lines = allLines
    .map((line) => ({ ...line, quantity: newQuantities.get(line.position) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  if (lines.length === 0) return refuse({ code: 'no_lines_left' })
  if (lines.length > MAX_LINES && added.length > 0) return refuse({ code: 'too_many_lines', max: MAX_LINES })

  const lowered = existingLines.flatMap(({ position, quantity }) => {
    const decrease = quantity - (newQuantities.get(position) ?? quantity)
    return decrease > 0 ? [{ position, quantity: decrease }] : []
  })
  const raised: EditedLines['raised'] = []
  for (const { position, productId, quantity } of lines) {
    const increase = quantity - (oldQuantities.get(position) ?? 0)
    if (increase <= 0) continue
    if (productId === null) return refuse({ code: 'line_product_deleted', position })
    raised.push({ position, productId, quantity: increase })
  }
  return { ok: true, lines, lowered, raised, added }
}

function findPosition(existingLines: readonly EditableLine[], change: LineChange): number | undefined {
  const line =
    'position' in change
      ? existingLines.find(({ position }) => position === change.position)
      : existingLines.find(({ productId }) => productId === change.productId)
  return line?.position
}
