/** Exceeds any text from an editor. Sanitizing text at these limits takes a quarter of a second. */
export const MAX_TAGS = 10_000
export const MAX_DEPTH = 100

const TAG = /<(\/?)([a-z][a-z0-9]*)?/gi
/** Tags that need no end tag, so unclosed paragraphs do not count as nesting. */
const VOID_TAGS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'option'],
])

/**
 * Returns true if HTML has more or deeper tags than the shop sanitizes. Counts in one pass without parsing, because
 * such text attacks the parser.
 */
export function exceedsMarkupLimits(html: string): boolean {
  let tags = 0
  let depth = 0
  for (const [, slash, name] of html.matchAll(TAG)) {
    if (++tags > MAX_TAGS) return true
    if (name === undefined || VOID_TAGS.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (slash ? -1 : 1))
    if (depth > MAX_DEPTH) return true
  }
  return false
}
