/** Identifies a control by its role and its name or name prefix. */
export type ControlQuery = {
  role: 'button' | 'link' | 'field' | 'radio' | 'checkbox' | 'heading' | 'row'
  name: string
  /** Selector of the page region to search. */
  within?: string
}

export type ControlState = { state: 'missing' | 'covered' | 'moving' | 'ready'; detail?: string; x: number; y: number }

/**
 * Finds a control, scrolls it into view, and returns the point where a mouse hits it, or its label when the label
 * covers it. Runs in the page, so it uses nothing from outside.
 */
export async function findControl({ role, name, within }: ControlQuery): Promise<ControlState> {
  const selectors = {
    button: 'button, [role="button"], input[type="submit"]',
    link: 'a[href]',
    field: 'input:not([type="radio"], [type="checkbox"], [type="hidden"]), select, textarea',
    radio: 'input[type="radio"], [role="radio"]',
    checkbox: 'input[type="checkbox"], [role="checkbox"]',
    heading: 'h1, h2, h3',
    row: '[data-row]',
  }
  const textOf = (node: Element | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (node: Element): string => {
    const detail = node.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = 'labels' in node ? [...((node as HTMLInputElement).labels ?? [])] : []
    return (
      node.getAttribute('aria-label') ||
      detail.map((id) => textOf(document.getElementById(id))).join(' ') ||
      labels.map(textOf).join(' ') ||
      textOf(node)
    )
  }
  const isVisible = (node: Element) =>
    node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert]') && node.getClientRects().length > 0
  const modal = [...document.querySelectorAll('dialog:modal, [role="dialog"][aria-modal="true"]')].at(-1)
  const root = within ? document.querySelector(within) : (modal ?? document)
  const candidates = [...(root?.querySelectorAll<HTMLElement>(selectors[role]) ?? [])].filter(isVisible)
  const control =
    candidates.find((node) => nameOf(node) === name) ??
    candidates.find((node) => (role === 'row' ? nameOf(node).includes(name) : nameOf(node).startsWith(name)))
  if (!control) return { state: 'missing', detail: candidates.slice(0, 40).map(nameOf).join(' | '), x: 0, y: 0 }

  // Clicks are lost during a view transition.
  const transition = ':active-view-transition'
  if (CSS.supports(`selector(${transition})`) && document.documentElement.matches(transition))
    return { state: 'moving', x: 0, y: 0 }
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const before = control.getBoundingClientRect()
  await nextFrame()
  await nextFrame()
  const after = control.getBoundingClientRect()
  if (before.x !== after.x || before.y !== after.y || before.width !== after.width)
    return { state: 'moving', x: 0, y: 0 }
  const label = control.closest('label') ?? ('labels' in control && (control as HTMLInputElement).labels?.[0])
  for (const target of label ? [control, label] : [control]) {
    const box = target.getClientRects()[0] ?? after
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
    const hit = document.elementFromPoint(x, y)
    if (hit && (control.contains(hit) || (label instanceof Element && label.contains(hit))))
      return { state: 'ready', x, y }
  }
  const hit = document.elementFromPoint(Math.round(after.x + after.width / 2), Math.round(after.y + after.height / 2))
  return { state: 'covered', detail: hit?.outerHTML.slice(0, 200) ?? 'nothing', x: 0, y: 0 }
}

/** Selects an option of the focused list; no engine can be driven through native menus. */
export function chooseOption(text: string): boolean {
  const list = document.activeElement
  if (!(list instanceof HTMLSelectElement)) return false
  const option = [...list.options].find((option) => option.label === text)
  if (!option) return false
  // React observes the native setter.
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, option.value)
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** True if the field at this point has the focus; selects its content, so that typing replaces it. */
export function selectAt(x: number, y: number): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  const { left, right, top, bottom } = field.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return false
  field.select()
  return true
}

export const focusedValue = (): string => (document.activeElement as HTMLInputElement | null)?.value ?? ''

/** True once the server's markup is hydrated: until then, the browser submits forms. */
export const isHydrated = (): boolean =>
  [...document.querySelectorAll('button')].some((button) =>
    Object.keys(button).some((key) => key.startsWith('__react')),
  )
