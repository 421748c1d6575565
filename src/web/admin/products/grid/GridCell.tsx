import { type KeyboardEvent, useRef, useState } from 'react'
import { productStatuses } from '#domain/catalog/product-content.ts'
import { cx } from '#web/ui/cx.ts'
import { statusLabels } from '../product-labels.ts'
import type { Categories, GridColumn } from './cells.ts'

/** How an edit ended: where to go next. */
export type EditEnd = 'stay' | 'up' | 'down' | 'next' | 'previous'

type GridCellProps = {
  column: GridColumn
  /** Name of the product, for screen readers. */
  label: string
  position: string
  text: string
  error: string | undefined
  /** The value that someone else saved. */
  theirs: string | undefined
  isChanged: boolean
  isActive: boolean
  isSelected: boolean
  /** The text with which editing began; undefined while the cell is not edited. */
  editedText: string | undefined
  categories: Categories
  onCommit: (text: string, end: EditEnd) => void
  onCancel: () => void
}

/** A cell of the grid; marked if it is changed, with its message in place. */
export function GridCell({
  column: { field, end, width },
  label,
  position,
  text,
  error,
  theirs,
  isChanged,
  isActive,
  isSelected,
  editedText,
  categories,
  onCommit,
  onCancel,
}: GridCellProps) {
  const isName = field === 'name'
  const noteId = `cell-note-${position}`
  const note = error ?? (theirs === undefined ? undefined : `Someone else: ${theirs || 'empty'}`)
  const attributes = {
    'data-cell': position,
    tabIndex: isActive ? 0 : -1,
    'aria-selected': isSelected,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': note === undefined ? undefined : noteId,
    className: cx(
      'relative h-9 border-r border-b border-hairline px-2 py-2 align-top leading-5 font-normal focus:outline-2 focus:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:py-3',
      width,
      end && 'figures text-right',
      isName && 'sticky left-0 z-10 bg-paper text-left max-sm:max-w-40',
      isSelected && !isActive && 'bg-sunken',
      isChanged && 'font-[560] shadow-[inset_3px_0_0_var(--color-accent)]',
      (error !== undefined || theirs !== undefined) && 'bg-danger-tint',
    ),
  }
  const content = (
    <>
      {editedText === undefined ? (
        <span className="block min-h-5 truncate">{text}</span>
      ) : (
        <CellEditor
          label={label}
          initial={editedText}
          options={optionsOf(field, categories)}
          {...{ onCommit, onCancel, end }}
        />
      )}
      {note !== undefined && (
        <span id={noteId} className="block max-w-64 text-small font-[520] text-danger">
          {note}
        </span>
      )}
    </>
  )
  return isName ? (
    <th scope="row" {...attributes}>
      {content}
    </th>
  ) : (
    <td {...attributes}>{content}</td>
  )
}

/** Texts to choose from; undefined for free text. */
function optionsOf(field: GridColumn['field'], categories: Categories): readonly string[] | undefined {
  if (field === 'status') return productStatuses.map((status) => statusLabels[status])
  return field === 'category_id' ? ['', ...categories.values()] : undefined
}

type CellEditorProps = {
  label: string
  initial: string
  options: readonly string[] | undefined
  end: true | undefined
  onCommit: (text: string, end: EditEnd) => void
  onCancel: () => void
}

function CellEditor({ label, initial, options, end, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(initial)
  // A commit moves the focus, and the blur must not commit again.
  const isClosed = useRef(false)

  function commit(end: EditEnd) {
    if (isClosed.current) return
    isClosed.current = true
    onCommit(text, end)
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const end = endOf(event, options !== undefined)
    if (event.key === 'Escape') {
      isClosed.current = true
      onCancel()
    } else if (end) commit(end)
    else return
    event.preventDefault()
  }
  const control = {
    'aria-label': label,
    value: text,
    onKeyDown,
    onBlur: () => commit('stay'),
    autoFocus: true,
    className: cx(
      'absolute inset-0 size-full border-0 bg-raised px-2 focus:outline-2 focus:-outline-offset-2',
      end && 'text-right',
    ),
  }
  return options ? (
    <select {...control} onChange={(event) => setText(event.currentTarget.value)}>
      {!options.includes(text) && <option>{text}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {option || 'None'}
        </option>
      ))}
    </select>
  ) : (
    <input {...control} autoComplete="off" onChange={(event) => setText(event.currentTarget.value)} />
  )
}

/** The arrow keys of a list of options choose one of them. */
function endOf({ key, shiftKey, nativeEvent }: KeyboardEvent, hasOptions: boolean): EditEnd | undefined {
  if (nativeEvent.isComposing) return undefined
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  if (hasOptions) return undefined
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined
}
