/**
 * Before a button goes with its row: the focus passes to the last button of the next row, which is the same one, or else
 * to `otherwise`. Left alone it would fall to the top of the page (WCAG 2.4.3).
 */
export function passFocus(from: Element, otherwise: HTMLElement | null): void {
  const buttons = from.closest('li')?.nextElementSibling?.querySelectorAll('button')
  const target = buttons?.[buttons.length - 1] ?? otherwise
  target?.focus()
}
