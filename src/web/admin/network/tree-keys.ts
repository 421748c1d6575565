import type { KeyboardEvent } from 'react'

const rowsOf = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('tr[aria-level]')]
const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))

/** Keyboard handling of a treegrid with row focus, following the ARIA practices: arrows, Home, End; Enter expands. */
export function handleTreeKey(event: KeyboardEvent<HTMLElement>, toggle: (row: HTMLElement) => void): void {
  const rows = rowsOf(event.currentTarget)
  const index = rows.indexOf(event.target as HTMLElement)
  const row = rows[index]
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return
  const expanded = row.getAttribute('aria-expanded')
  const focusRow = (to: HTMLElement | undefined) => {
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
  switch (event.key) {
    case 'ArrowDown':
      focusRow(rows[index + 1])
      break
    case 'ArrowUp':
      focusRow(rows[index - 1])
      break
    case 'Home':
      focusRow(rows[0])
      break
    case 'End':
      focusRow(rows.at(-1))
      break
    case 'ArrowRight':
      if (expanded === 'false') toggle(row)
      else if (expanded === 'true') focusRow(rows[index + 1])
      break
    case 'ArrowLeft':
      if (expanded === 'true') toggle(row)
      else focusRow(rows.slice(0, index).findLast((candidate) => levelOf(candidate) < levelOf(row)))
      break
    case 'Enter':
      row.querySelector<HTMLElement>('[data-opens]')?.click()
      break
    default:
      return
  }
  event.preventDefault()
}
