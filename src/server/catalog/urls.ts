import { pictureSrc } from '../upload/picture-src.ts'

export const productUrl = (productId: number): string => `/packages/${productId}`

/** The small picture of a line in a cart, an order or a mail. */
export const thumbnailUrl = (file: string | null): string | null =>
  file === null ? null : `${pictureSrc(file)}-320.webp`
