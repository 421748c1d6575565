/** The part of the package that draws the shop's icon; it brings no types. */
declare module 'fontkit' {
  type Glyph = {
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    path: { toSVG(): string }
  }
  export function create(font: Buffer): {
    ascent: number
    descent: number
    unitsPerEm: number
    hasGlyphForCodePoint(code: number): boolean
    glyphForCodePoint(code: number): Glyph
  }
}
