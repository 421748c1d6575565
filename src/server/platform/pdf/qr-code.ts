import { encode } from 'uqr'
import type { Sheet } from './sheet.ts'

/** Draws a QR code with its quiet zone inside the square, black for any scanner. */
export function drawQrCode({ doc }: Sheet, text: string, x: number, y: number, width: number): void {
  // The standard requires four modules around it, and print is harder to scan than a screen.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const module = width / size
  for (const [row, modules] of data.entries()) {
    for (let start = 0; start < size; start++) {
      if (!modules[start]) continue
      let end = start
      while (modules[end]) end++
      doc.rect(x + start * module, y + row * module, (end - start) * module, module)
      start = end
    }
  }
  doc.fill('#000000')
}
