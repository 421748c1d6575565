import { type DragEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns the list with the item at `from` moved to `to`. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

/** Lets the rows of a list be dragged by their handles; `MoveButtons` do the same by keyboard and touch. */
export function useReorder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => {
    if (to >= 0 && to < items.length && to !== from) onChange(moveItem(items, from, to))
  }
  return {
    /** Moves at once, so that the focus can stay on the button. */
    move: (from: number, to: number) => flushSync(() => move(from, to)),
    rowProps: (index: number) => ({
      'data-dragged': dragged === index || undefined,
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        if (dragged === index) return
        move(dragged, index)
        setDragged(index)
      },
      onDrop: (event: DragEvent) => {
        if (dragged !== undefined) event.preventDefault()
      },
    }),
    handleProps: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer.setDragImage(row, 0, 0)
        setDragged(index)
      },
      onDragEnd: () => setDragged(undefined),
    }),
  }
}
