const MIN_FONT_SIZE = 8
const MAX_FONT_SIZE = 36
const PIXELS_PER_POINT = 4 / 3

/** Sizes that the editor offers, in pixels (docs/specification §9). */
export const fontSizes = [8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36]

/**
 * Font size of opened or pasted text in whole pixels from 8 to 36; undefined for others. Converts points, which word
 * processors use.
 */
export function readFontSize(style: string | null | undefined): string | null {
  const [, number, unit] = style?.trim().match(/^(\d+(?:\.\d+)?)(px|pt)$/i) ?? []
  if (number === undefined) return null
  const pixels = Math.round(Number(number) * (unit?.toLowerCase() === 'pt' ? PIXELS_PER_POINT : 1))
  return pixels >= MIN_FONT_SIZE && pixels <= MAX_FONT_SIZE ? `${pixels}px` : null
}

/**
 * Path of a picture of this shop, which may include the host when copied from a page. Null for external pictures, which
 * are dropped.
 */
export function shopPicturePath(src: string | null, origin: string): string | null {
  if (!src) return null
  const path = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src
  return /^\/uploads\/[\w.-]+$/.test(path) ? path : null
}
