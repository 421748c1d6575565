import { encode } from 'uqr'
import type { Sheet } from './sheet.ts'

/** Draws a QR code with its quiet zone inside the square, black for any scanner. */
export function drawQrCode({ doc }: Sheet, text: string, x: number, y: number, width: number): void {
  // The standard requires four modules around it, and print is harder to scan than a screen.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const module = width / size
  for (const [row, modules] of data.entries()) {
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue
      let to = from
      while (modules[to]) to++
      doc.rect(x + from * module, y + row * module, (to - from) * module, module)
      from = to
    }
  }
  doc.fill('#000000')
}
