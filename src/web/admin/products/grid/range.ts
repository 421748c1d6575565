export type Position = { row: number; column: number }
export type Range = { top: number; bottom: number; left: number; right: number }

/** The block of cells between two corners. */
export const rangeOf = (a: Position, b: Position): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export const contains = ({ top, bottom, left, right }: Range, { row, column }: Position): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The next cell in reading order; undefined at the end of the grid. */
export function stepInOrder(
  { row, column }: Position,
  step: 1 | -1,
  size: { rows: number; columns: number },
): Position | undefined {
  const index = row * size.columns + column + step
  if (index < 0 || index >= size.rows * size.columns) return undefined
  return { row: Math.floor(index / size.columns), column: index % size.columns }
}

type CellText = Position & { text: string }

/**
 * Places a pasted block at the top left of a range. A single value fills the range. `cut` counts the cells beyond the
 * edges of the grid.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  range: Range,
  size: { rows: number; columns: number },
): { cells: CellText[]; cut: number } {
  const [first] = block
  const single = block.length === 1 && first?.length === 1 ? (first[0] ?? '') : undefined
  if (single !== undefined) {
    const cells: CellText[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) cells.push({ row, column, text: single })
    }
    return { cells, cut: 0 }
  }
  const all = block.flatMap((texts, down) =>
    texts.map((text, across) => ({ row: range.top + down, column: range.left + across, text })),
  )
  const cells = all.filter(({ row, column }) => row < size.rows && column < size.columns)
  return { cells, cut: all.length - cells.length }
}
