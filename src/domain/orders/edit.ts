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
  | { code: 'no_line_left' }
  | { code: 'too_many_pieces'; most: number }
  | { code: 'too_many_lines'; most: number }
  /** More pieces of a product that can no longer be sold. */
  | { code: 'product_unavailable'; position: number }

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
  present: readonly EditableLine[],
  changes: readonly LineChange[],
  nextPosition: number,
): Result<EditedLines, LineChangeRefusal> {
  const wanted = new Map(present.map((line) => [line.position, line.quantity]))
  const changed = new Set<number>()
  const added: { position: number; productId: number }[] = []
  for (const change of changes) {
    if (change.quantity > MAX_PIECES) return refuse({ code: 'too_many_pieces', most: MAX_PIECES })
    let position = positionOf(present, change)
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
    wanted.set(position, change.quantity)
  }

  const before = new Map(present.map((line) => [line.position, line.quantity]))
  const all = [...present, ...added.map((line) => ({ ...line, quantity: 0 }))]
  const lines = all
    .map((line) => ({ ...line, quantity: wanted.get(line.position) ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  if (lines.length === 0) return refuse({ code: 'no_line_left' })
  if (lines.length > MAX_LINES && added.length > 0) return refuse({ code: 'too_many_lines', most: MAX_LINES })

  const lowered = present.flatMap(({ position, quantity }) => {
    const less = quantity - (wanted.get(position) ?? quantity)
    return less > 0 ? [{ position, quantity: less }] : []
  })
  const raised: EditedLines['raised'] = []
  for (const { position, productId, quantity } of lines) {
    const more = quantity - (before.get(position) ?? 0)
    if (more <= 0) continue
    if (productId === null) return refuse({ code: 'product_unavailable', position })
    raised.push({ position, productId, quantity: more })
  }
  return { ok: true, lines, lowered, raised, added }
}

function positionOf(present: readonly EditableLine[], change: LineChange): number | undefined {
  const line =
    'position' in change
      ? present.find(({ position }) => position === change.position)
      : present.find(({ productId }) => productId === change.productId)
  return line?.position
}
