import type { RefObject } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'

/** `j` and `k` move the focus between rows of a list; `x` selects a row. Enter follows the focused link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  function move(step: number) {
    const rowLinks = links()
    const index = rowLinks.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
    const next =
      rowLinks[
        index === -1 ? (step > 0 ? 0 : rowLinks.length - 1) : Math.min(Math.max(index + step, 0), rowLinks.length - 1)
      ]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useHotkeys('j', () => move(1), { description: 'Next row' })
  useHotkeys('k', () => move(-1), { description: 'Previous row' })
  useHotkeys('x', () => {
    document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>('[data-row-select]')?.click()
  })
}
