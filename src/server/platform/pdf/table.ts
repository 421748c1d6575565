import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Look } from './pen.ts'
import { addPage, BOTTOM, drawRule, HAIRLINE, INK, LEFT, LINE, note, PADDING, type Sheet, text } from './sheet.ts'

/** Text starts at `at` and wraps to the width; figures are right-aligned there. */
export type Column = { head: string; at: number } & ({ width: number } | { figures: true })
export type Table = {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** A last row with the totals, in bold. */
  sum?: readonly string[] | undefined
  /** A sentence below the table. */
  remark?: string | undefined
}

const TITLE: Look = { size: 11.5, bold: true }
const CELL: Look = { ...text, size: 8.5 }
const CELL_LINE = 12
const ROWS_PER_TURN = 10

/** Writes a table that continues over pages, each with the column headings. Other requests run between its rows. */
export async function writeTable(sheet: Sheet, { title, columns, rows, sum, remark }: Table): Promise<void> {
  const { pen } = sheet
  // A title is never alone at the end of a page.
  if (sheet.y + 70 > BOTTOM) addPage(sheet)
  pen.write(title, LEFT, sheet.y, TITLE)
  sheet.y += 20
  writeHeadings(sheet, columns)
  for (const [n, row] of rows.entries()) {
    writeRow(sheet, columns, row, CELL)
    if (n % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
  }
  if (sum) writeRow(sheet, columns, sum, { ...CELL, bold: true })
  if (remark) {
    sheet.y += 4
    for (const line of pen.wrap(remark, 504, note)) {
      if (sheet.y + LINE > BOTTOM) addPage(sheet)
      pen.write(line, LEFT, sheet.y, note)
      sheet.y += LINE
    }
  }
  sheet.y += 20
}

function writeHeadings(sheet: Sheet, columns: readonly Column[]): void {
  for (const column of columns) {
    if ('figures' in column) sheet.pen.writeRight(column.head, column.at, sheet.y, note)
    else sheet.pen.write(column.head, column.at, sheet.y, note)
  }
  sheet.y += LINE + 3
  drawRule(sheet, INK)
}

function writeRow(sheet: Sheet, columns: readonly Column[], row: readonly string[], look: Look): void {
  const { pen } = sheet
  const cells = columns.map((column, n) => {
    const text = row[n] ?? ''
    return 'figures' in column ? [text] : pen.wrap(text, column.width, look)
  })
  const height = Math.max(...cells.map(({ length }) => length)) * CELL_LINE + 2 * PADDING
  if (sheet.y + height > BOTTOM) {
    addPage(sheet)
    writeHeadings(sheet, columns)
  }
  for (const [n, column] of columns.entries()) {
    for (const [i, line] of (cells[n] ?? []).entries()) {
      const y = sheet.y + PADDING + i * CELL_LINE
      if ('figures' in column) pen.writeRight(line, column.at, y, look)
      else pen.write(line, column.at, y, look)
    }
  }
  sheet.y += height
  drawRule(sheet, HAIRLINE)
}
