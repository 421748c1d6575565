/**
 * Call before a button disappears with its row: moves the focus to the last button of the next row, which is the
 * corresponding one, or else to `fallback`. Otherwise the focus would move to the top of the page (WCAG 2.4.3).
 */
export function passFocus(from: Element, fallback: HTMLElement | null): void {
  const buttons = from.closest('li')?.nextElementSibling?.querySelectorAll('button')
  const target = buttons?.[buttons.length - 1] ?? fallback
  target?.focus()
}
