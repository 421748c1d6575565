/** The `ref` of what appears in the place of a control that had the focus, such as the outcome of a form. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
