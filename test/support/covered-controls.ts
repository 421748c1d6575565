/**
 * Controls that a mouse cannot hit because something else covers them, even after scrolling them to the center of the
 * window. Runs in the page.
 */
export function findCoveredControls(): string[] {
  const layers = '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"], [role="menu"], [role="listbox"]'
  const root = [...document.querySelectorAll(`dialog:modal, ${layers}`)].at(-1) ?? document.body
  const controls =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="checkbox"], [role="radio"]'
  const isHit = (control: Element): boolean => {
    // The center of a wrapped link may be outside of it.
    const box = [...control.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
    if (!box) return true
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const hit = document.elementFromPoint(x, y)
    if (!hit) return x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight
    // A toast disappears after a few seconds.
    if (hit.closest('[role="region"][aria-label="Notifications"]')) return true
    const label = control.closest('label') ?? ('labels' in control && (control as HTMLInputElement).labels?.[0])
    return control.contains(hit) || hit.contains(control) || (label instanceof Element && label.contains(hit))
  }
  const { scrollX, scrollY } = window
  const covered = [...root.querySelectorAll<HTMLElement>(controls)].filter((control) => {
    if (control.closest('[inert], [hidden]')) return false
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    if (isHit(control)) return false
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    return !isHit(control)
  })
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return covered.map((control) => control.outerHTML.slice(0, 160))
}
