import type { BrandBody } from '#contract/content/brand.ts'
import { loadPictureLibrary } from '#server/content/uploads/picture-library.ts'
import { loadDisplayFont } from '#server/platform/pdf/display-font.ts'
import type { Brand } from '#server/platform/settings/brand.ts'

const SIDE = 128
const PAPER = '#fbf8f4'
/** Share of the icon's side that a letter is high. */
const LETTER_SHARE = 0.52
/** The mirror of the shop's own icon, for letters that no font for titles contains. */
const MIRROR = 'M34 98 98 34M60 104l44-44'

/** Draws the first letter of the shop's name on its accent color. */
export async function drawLetterIcon(name: string, { body, shades }: Pick<Brand, 'body' | 'shades'>): Promise<string> {
  const [background, color] = shades ? [shades.light.accent, shades.light.onAccent] : ['#8a3b2e', PAPER]
  const path = await drawLetter(name, body.display_font)
  const drawing = path
    ? `<path d="${path.d}" transform="${path.transform}" fill="${color}"/>`
    : `<path d="${MIRROR}" stroke="${color}" stroke-width="10"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><circle cx="64" cy="64" r="62" fill="${background}"/>${drawing}</svg>`
}

async function drawLetter(name: string, font: BrandBody['display_font']) {
  const letter = /\p{L}|\p{N}/u.exec(name)?.[0].toLocaleUpperCase('en').codePointAt(0)
  const [{ create }, file] = await Promise.all([import('fontkit'), loadDisplayFont(font)])
  const loaded = create(file)
  if (letter === undefined || !loaded.hasGlyphForCodePoint(letter)) return undefined
  const { bbox, path } = loaded.glyphForCodePoint(letter)
  const [width, height] = [bbox.maxX - bbox.minX, bbox.maxY - bbox.minY]
  const scale = (SIDE * LETTER_SHARE) / Math.max(width, height)
  const x = SIDE / 2 - (bbox.minX + width / 2) * scale
  const y = SIDE / 2 + (bbox.minY + height / 2) * scale
  // Fonts count upward, pictures downward.
  return {
    d: path.toSVG(),
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${-scale.toFixed(5)})`,
  }
}

/** Draws an icon in pixels; `paper` fills what is transparent, for phones that would show black there. */
export async function drawPng(svg: string, side: number, { paper = false } = {}): Promise<Buffer> {
  const sharp = await loadPictureLibrary()
  const picture = sharp(Buffer.from(svg), { density: (72 * side) / SIDE }).resize(side, side)
  return (paper ? picture.flatten({ background: PAPER }) : picture).png().toBuffer()
}

/** Fits a logo into a square. */
export async function fitLogo(logo: Buffer, side: number): Promise<Buffer> {
  const sharp = await loadPictureLibrary()
  const inner = Math.round(side * 0.84)
  const input = await sharp(logo).resize(inner, inner, { fit: 'inside' }).toBuffer()
  const square = sharp({ create: { width: side, height: side, channels: 3, background: PAPER } })
  return square.composite([{ input }]).png().toBuffer()
}

/** Wraps a PNG of 48 pixels as a favicon file. */
export function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(48, 6)
  header.writeUInt8(48, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
