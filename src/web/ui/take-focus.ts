/** `ref` for an element that replaces a focused control, such as the outcome of a form. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
