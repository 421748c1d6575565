const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi
const STYLE_OR_VALUE = /(?<=[\s"'/])style(?=\s*=)|"[^"]*"|'[^']*'/gi

/** Renames the style attributes of HTML to `data-style`. */
export const hideStyles = (html: string): string =>
  html.replace(TAG, (tag) => tag.replace(STYLE_OR_VALUE, (part) => (/^style$/i.test(part) ? 'data-style' : part)))

/** Restores hidden styles in the only way that the Content-Security-Policy allows scripts. */
export function showStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
}
