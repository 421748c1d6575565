import type { KeyboardEvent } from 'react'

const rowsOf = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('tr[aria-level]')]
const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))

/** Keyboard handling of a treegrid with row focus, following the ARIA practices: arrows, Home, End; Enter expands. */
export function moveInTree(event: KeyboardEvent<HTMLElement>, toggle: (row: HTMLElement) => void): void {
  const rows = rowsOf(event.currentTarget)
  const at = rows.indexOf(event.target as HTMLElement)
  const row = rows[at]
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return
  const expanded = row.getAttribute('aria-expanded')
  const go = (to: HTMLElement | undefined) => {
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
  switch (event.key) {
    case 'ArrowDown':
      go(rows[at + 1])
      break
    case 'ArrowUp':
      go(rows[at - 1])
      break
    case 'Home':
      go(rows[0])
      break
    case 'End':
      go(rows.at(-1))
      break
    case 'ArrowRight':
      if (expanded === 'false') toggle(row)
      else if (expanded === 'true') go(rows[at + 1])
      break
    case 'ArrowLeft':
      if (expanded === 'true') toggle(row)
      else go(rows.slice(0, at).findLast((above) => levelOf(above) < levelOf(row)))
      break
    case 'Enter':
      row.querySelector<HTMLElement>('[data-opens]')?.click()
      break
    default:
      return
  }
  event.preventDefault()
}
