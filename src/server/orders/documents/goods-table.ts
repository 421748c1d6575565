import {
  addPage,
  BOTTOM,
  drawRule,
  HAIRLINE,
  INK,
  LEFT,
  LINE,
  note,
  PADDING,
  RIGHT,
  type Sheet,
  strong,
  text,
} from '#server/platform/pdf/sheet.ts'

/** Table of goods to pack or fetch. Figures are positioned by the right end of their column. */
export type GoodsTable = {
  /** Draws a box to tick before each row. */
  ticks?: true
  /** The last figure is the quantity to count, in bold. */
  figures: readonly { head: string; end: number }[]
  rows: readonly GoodsRow[]
}
export type GoodsRow = {
  sku: string
  name: string
  figures: readonly string[]
  /** Smaller lines below the name. */
  below: readonly string[]
}

const SKU_WIDTH = 88
const CHECKBOX_SIZE = 9
const TICK_WIDTH = 18
const GAP = 14
/** Maximum width of a figure. */
const FIGURE_WIDTH = 48
/** A row with more lines than this may be split at the end of a page. */
const MAX_STORED_LINES = 12

/** Writes a table of goods that continues over pages, each with its column heads. */
export function writeGoodsTable(sheet: Sheet, table: GoodsTable): void {
  writeHeads(sheet, table)
  for (const row of table.rows) writeRow(sheet, table, row)
}

function layOutColumns({ ticks, figures }: GoodsTable) {
  const sku = LEFT + (ticks ? TICK_WIDTH : 0)
  const name = sku + SKU_WIDTH + GAP
  return { sku, name, nameWidth: (figures[0]?.end ?? RIGHT) - FIGURE_WIDTH - GAP - name }
}

function writeHeads(sheet: Sheet, table: GoodsTable): void {
  const { pen, y } = sheet
  const { sku, name } = layOutColumns(table)
  pen.write('SKU', sku, y, note)
  pen.write('Item', name, y, note)
  for (const { head, end } of table.figures) pen.writeRight(head, end, y, note)
  sheet.y += LINE + 3
  drawRule(sheet, INK)
}

function writeRow(sheet: Sheet, table: GoodsTable, row: GoodsRow): void {
  const { pen } = sheet
  const { sku, name, nameWidth } = layOutColumns(table)
  const skuLines = row.sku === '' ? [] : pen.wrap(row.sku, SKU_WIDTH, text)
  const nameLines = [
    ...pen.wrap(row.name, nameWidth, text).map((line) => ({ line, look: text })),
    ...row.below.flatMap((line) => pen.wrap(line, nameWidth, note)).map((line) => ({ line, look: note })),
  ]
  const count = Math.max(skuLines.length, nameLines.length)
  const keptTogether = count > MAX_STORED_LINES ? MAX_STORED_LINES : count
  if (sheet.y + keptTogether * LINE + 2 * PADDING > BOTTOM) continueOnNextPage(sheet, table)
  sheet.y += PADDING
  if (table.ticks) writeCheckbox(sheet)
  for (const [i, { end }] of table.figures.entries()) {
    pen.writeRight(row.figures[i] ?? '', end, sheet.y, i === table.figures.length - 1 ? strong : text)
  }
  for (let i = 0; i < count; i++) {
    if (sheet.y + LINE > BOTTOM) continueOnNextPage(sheet, table)
    const nameLine = nameLines[i]
    if (skuLines[i] !== undefined) pen.write(skuLines[i] as string, sku, sheet.y, text)
    if (nameLine) pen.write(nameLine.line, name, sheet.y, nameLine.look)
    sheet.y += LINE
  }
  sheet.y += PADDING
  drawRule(sheet, HAIRLINE)
}

function continueOnNextPage(sheet: Sheet, table: GoodsTable): void {
  addPage(sheet)
  writeHeads(sheet, table)
}

const writeCheckbox = ({ doc, y }: Sheet): unknown =>
  doc
    .rect(LEFT, y + 2, CHECKBOX_SIZE, CHECKBOX_SIZE)
    .lineWidth(0.8)
    .strokeColor(INK)
    .stroke()
