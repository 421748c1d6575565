import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { ProductRow } from '../product-labels.ts'
import { type Categories, formatCell, gridColumns } from './cells.ts'
import { cellKey } from './drafts.ts'
import { type EditEnd, GridCell } from './GridCell.tsx'
import { contains, type Position, placeBlock, rangeOf, stepInOrder } from './range.ts'
import { formatTsv, parseTsv } from './tsv.ts'
import type { DraftState } from './use-drafts.ts'

type ProductGridProps = {
  rows: readonly ProductRow[]
  categories: Categories
  state: DraftState
  isStale: boolean
  /** Escape leaves the grid. */
  onLeave: () => void
}

const columnCount = gridColumns.length
const arrows: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Products as a spreadsheet: arrows and Tab move, Enter, F2 or typing edits, Escape leaves; blocks are copied and
 * pasted, and Ctrl+Z undoes. One cell is the tab stop.
 */
export function ProductGrid({ rows, categories, state, isStale, onLeave }: ProductGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<Position>({ row: 0, column: 0 })
  /** The other corner of the selection. */
  const [anchor, setAnchor] = useState(active)
  const isMoving = useRef(false)
  const [editedText, setEditedText] = useState<string>()
  const size = { rows: rows.length, columns: columnCount }
  const current = { row: Math.min(active.row, rows.length - 1), column: active.column }
  const range = rangeOf(anchor, current)
  const { drafts, conflicts, errors, edit } = state

  const textAt = ({ row, column }: Position): string => {
    const [product, gridColumn] = [rows[row], gridColumns[column]]
    if (!product || !gridColumn) return ''
    const draft = drafts.get(product.product_id)
    return draft?.cells[gridColumn.field] ?? formatCell(product, gridColumn.field, categories)
  }
  const setTexts = (cells: readonly (Position & { text: string })[]) =>
    edit(
      cells.flatMap(({ row, column, text }) => {
        const [product, gridColumn] = [rows[row], gridColumns[column]]
        return product && gridColumn ? [{ row: product, field: gridColumn.field, text }] : []
      }),
    )

  function select(position: Position, { isExtending = false } = {}) {
    const row = Math.min(Math.max(position.row, 0), rows.length - 1)
    const column = Math.min(Math.max(position.column, 0), columnCount - 1)
    setActive({ row, column })
    if (!isExtending) setAnchor({ row, column })
    setEditedText(undefined)
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    isMoving.current = true
    cell?.focus({ preventScroll: true })
    isMoving.current = false
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function commit(text: string, end: EditEnd) {
    if (text !== textAt(current)) setTexts([{ ...current, text }])
    setEditedText(undefined)
    const { row, column } = current
    if (end === 'stay') return
    if (end === 'up' || end === 'down') select({ row: row + (end === 'down' ? 1 : -1), column })
    else select(stepInOrder(current, end === 'next' ? 1 : -1, size) ?? current)
  }

  const clear = () => setTexts(placeBlock([['']], range, size).cells)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const arrow = arrows[event.key]
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') state.undo?.()
    else if (hasModifier) return
    else if (arrow) {
      select({ row: current.row + arrow[0], column: current.column + arrow[1] }, { isExtending: event.shiftKey })
    } else if (event.key === 'Home') select({ row: current.row, column: 0 })
    else if (event.key === 'End') select({ row: current.row, column: columnCount - 1 })
    else if (event.key === 'Tab') {
      const next = stepInOrder(current, event.shiftKey ? -1 : 1, size)
      if (!next) return
      select(next)
    } else if (event.key === 'Enter' || event.key === 'F2') setEditedText(textAt(current))
    else if (event.key === 'Delete' || event.key === 'Backspace') clear()
    else if (event.key === 'Escape') onLeave()
    else if (event.key.length === 1) setEditedText(isChoice(current) ? textAt(current) : event.key)
    else return
    event.preventDefault()
    // The shortcuts of the list, such as `/`, are texts here.
    event.stopPropagation()
  }

  function onPaste(event: ClipboardEvent) {
    if (editedText !== undefined) return
    event.preventDefault()
    const { cells, cut } = placeBlock(parseTsv(event.clipboardData.getData('text/plain')), range, size)
    setTexts(cells)
    if (cut > 0)
      showToast(`${cut} ${cut === 1 ? 'cell was' : 'cells were'} beyond the edge of the grid.`, { tone: 'note' })
  }

  function onCopy(event: ClipboardEvent) {
    if (editedText !== undefined) return
    event.preventDefault()
    const lines = Array.from({ length: range.bottom - range.top + 1 }, (_, down) =>
      Array.from({ length: range.right - range.left + 1 }, (_, across) =>
        textAt({ row: range.top + down, column: range.left + across }),
      ),
    )
    event.clipboardData.setData('text/plain', formatTsv(lines))
  }

  /** A click selects, a click on the selected cell edits; with Shift or by dragging, it extends the selection. */
  function onMouseDown(event: MouseEvent) {
    const position = positionOf(event.target)
    if (!position || event.button !== 0 || isEditor(event.target)) return
    event.preventDefault()
    const isSame = position.row === current.row && position.column === current.column
    if (isSame && !event.shiftKey && table.current?.contains(document.activeElement)) setEditedText(textAt(current))
    else select(position, { isExtending: event.shiftKey })
  }
  function onMouseOver(event: MouseEvent) {
    const position = event.buttons === 1 && editedText === undefined ? positionOf(event.target) : undefined
    if (position) select(position, { isExtending: true })
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and can then be reached by keyboard
    <section aria-label="Grid of products" tabIndex={0} className="overflow-x-auto rounded-card border border-hairline">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML has no grid element
        role="grid"
        aria-label="Products"
        aria-busy={isStale || state.isSaving}
        className={cx('w-full border-separate border-spacing-0 text-left', (isStale || state.isSaving) && 'opacity-60')}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
        onMouseDown={onMouseDown}
        onMouseOver={onMouseOver}
        onFocus={(event) => {
          const position = positionOf(event.target)
          if (!position || isEditor(event.target) || isMoving.current) return
          setActive(position)
          setAnchor(position)
        }}
      >
        <thead className="text-small text-muted">
          <tr>
            {gridColumns.map(({ field, header, end }) => (
              <th
                key={field}
                scope="col"
                className={cx(
                  'border-r border-b border-hairline px-2 py-1.5 font-normal whitespace-nowrap',
                  end && 'text-right',
                  field === 'name' && 'sticky left-0 z-10 bg-paper',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((product, row) => (
            <tr key={product.product_id} data-row={product.product_id}>
              {gridColumns.map((column, index) => {
                const position = { row, column: index }
                const isActive = current.row === row && current.column === index
                const key = cellKey(product.product_id, column.field)
                return (
                  <GridCell
                    key={column.field}
                    column={column}
                    label={`${column.header} of ${product.name}`}
                    position={`${row}:${index}`}
                    text={textAt(position)}
                    error={errors.get(key)}
                    theirs={
                      conflicts.find((conflict) => cellKey(conflict.row.product_id, conflict.field) === key)?.theirs
                    }
                    isChanged={drafts.get(product.product_id)?.cells[column.field] !== undefined}
                    isActive={isActive}
                    isSelected={contains(range, position)}
                    editedText={isActive ? editedText : undefined}
                    categories={categories}
                    onCommit={commit}
                    onCancel={() => select(current)}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isChoice = ({ column }: Position): boolean =>
  gridColumns[column]?.field === 'status' || gridColumns[column]?.field === 'category_id'

const isEditor = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset.cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
