import { fillPath, pagePatterns } from '#contract/paths.ts'
import { pictureSrc } from '#server/upload/picture-src.ts'

export const productUrl = (productId: number): string => fillPath(pagePatterns.product, { product_id: productId })

/** The small picture of a line in a cart, an order or a mail. */
export const thumbnailUrl = (file: string | null): string | null =>
  file === null ? null : `${pictureSrc(file)}-320.webp`
