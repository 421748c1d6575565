export type PostPart = { html: string } | { productId: number }

/** A paragraph that is only a link; or the beginning or end of a block that can contain paragraphs. */
const BLOCK = /<p(?: [^<>]*)?><a href="([^"<>]*)"[^<>]*>[^<>]*<\/a><\/p>|<(\/?)(?:ul|ol|blockquote)(?: [^<>]*)?>/g
const PRODUCT_PATH = /^\/packages\/(\d{1,9})(?:[?#].*)?$/

/**
 * Splits sanitized rich text where a paragraph is only a link to a product of the shop, which pages show as a card.
 * Paragraphs inside lists and quotes stay text.
 */
export function splitAtProducts(html: string, publicUrl: string): PostPart[] {
  const parts: PostPart[] = []
  let depth = 0
  let from = 0
  for (const { 0: block, index, 1: href, 2: slash } of html.matchAll(BLOCK)) {
    if (slash !== undefined) depth += slash === '' ? 1 : -1
    if (href === undefined || depth > 0) continue
    const path = href.startsWith(publicUrl) ? href.slice(publicUrl.length) : href
    const productId = PRODUCT_PATH.exec(path)?.[1]
    if (productId === undefined) continue
    if (index > from) parts.push({ html: html.slice(from, index) })
    parts.push({ productId: Number(productId) })
    from = index + block.length
  }
  if (from < html.length) parts.push({ html: html.slice(from) })
  return parts
}

export const listProducts = (parts: readonly PostPart[]): number[] => [
  ...new Set(parts.flatMap((part) => ('productId' in part ? [part.productId] : []))),
]
