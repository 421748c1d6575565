import { fillPath, pagePatterns } from '#contract/paths.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'

/** Computed once: a listing has dozens of URLs, and a number needs no encoding. */
const PRODUCT_URL_PREFIX = fillPath(pagePatterns.product, { product_id: '' })

export const productUrl = (productId: number): string => `${PRODUCT_URL_PREFIX}${productId}`

/** Returns the small picture of a line in a cart, an order or an email. */
export const thumbnailUrl = (file: string | null): string | null =>
  file === null ? null : `${toPictureSrc(file)}-320.webp`
