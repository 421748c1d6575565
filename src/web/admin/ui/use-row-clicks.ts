import { type RefObject, useEffect } from 'react'

/** Elements in a row that handle clicks themselves. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [tabindex]'

/**
 * Makes all cells of a table row open its link. An overlay of the link would need `position: relative` on `<tr>`, which
 * WebKit ignores: there, the last row's overlay covered the whole window.
 */
export function useRowClicks(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = list.current
    if (!root) return
    const controller = new AbortController()
    const listen = (type: 'click' | 'auxclick' | 'mousedown', listener: (event: MouseEvent) => void) =>
      root.addEventListener(type, listener, { signal: controller.signal })

    listen('click', (event) => {
      const link = findRowLink(event)
      // A click that ends a text selection does not open the row.
      if (!link || event.altKey || window.getSelection()?.isCollapsed === false) return
      if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(link.href, '_blank', 'noopener')
      else link.click()
    })
    listen('auxclick', (event) => {
      const link = event.button === 1 ? findRowLink(event) : undefined
      if (link) window.open(link.href, '_blank', 'noopener')
    })
    // Outside of links, the middle button starts scrolling.
    listen('mousedown', (event) => {
      if (event.button === 1 && findRowLink(event)) event.preventDefault()
    })
    return () => controller.abort()
  }, [list])
}

function findRowLink({ target, defaultPrevented }: MouseEvent): HTMLAnchorElement | undefined {
  if (defaultPrevented || !(target instanceof Element)) return
  const row = target.closest<HTMLElement>('tr[data-row]')
  const control = target.closest(CONTROLS)
  if (!row || (control && row.contains(control))) return
  return row.querySelector<HTMLAnchorElement>('a[data-row-link]') ?? undefined
}
