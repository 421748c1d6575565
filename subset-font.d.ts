/** The part of the package that vite.config.ts and the fonts of PDFs use; it brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepAllGlyphs: true
      variationAxes: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
