/** What vite.config.ts uses of it; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      targetFormat: 'woff2'
      keepAllGlyphs: true
      variationAxes: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
