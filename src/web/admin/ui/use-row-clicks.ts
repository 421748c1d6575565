import { type RefObject, useEffect } from 'react'

/** Anything in a row that answers a press itself. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [tabindex]'

/**
 * Opens a table's row from all of its cells, as its link does. An overlay of the link would need a row that holds it, and
 * WebKit ignores `position: relative` on `<tr>`: there the last row's overlay covered the whole window.
 */
export function useRowClicks(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = list.current
    if (!root) return
    const listening = new AbortController()
    const on = (type: 'click' | 'auxclick' | 'mousedown', listener: (event: MouseEvent) => void) =>
      root.addEventListener(type, listener, { signal: listening.signal })

    on('click', (event) => {
      const link = linkOfRow(event)
      // A press that ends a selection of text is not meant for the row.
      if (!link || event.altKey || window.getSelection()?.isCollapsed === false) return
      if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(link.href, '_blank', 'noopener')
      else link.click()
    })
    on('auxclick', (event) => {
      const link = event.button === 1 ? linkOfRow(event) : undefined
      if (link) window.open(link.href, '_blank', 'noopener')
    })
    // Pressed on anything but a link, the middle button begins to scroll.
    on('mousedown', (event) => {
      if (event.button === 1 && linkOfRow(event)) event.preventDefault()
    })
    return () => listening.abort()
  }, [list])
}

function linkOfRow({ target, defaultPrevented }: MouseEvent): HTMLAnchorElement | undefined {
  if (defaultPrevented || !(target instanceof Element)) return
  const row = target.closest<HTMLElement>('tr[data-row]')
  const control = target.closest(CONTROLS)
  if (!row || (control && row.contains(control))) return
  return row.querySelector<HTMLAnchorElement>('a[data-row-link]') ?? undefined
}
