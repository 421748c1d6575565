import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { DisplayFont } from '#domain/brand/display-fonts.ts'

const fraunces = readFileSync(new URL('fonts/Fraunces-Display.ttf', import.meta.url))
const require = createRequire(import.meta.url)
const WEIGHT = 440
const loaded = new Map<DisplayFont, Promise<Buffer>>([['fraunces', Promise.resolve(fraunces)]])

/** Loads a font for titles in one weight, as pdfkit can embed it. All of them contain `DISPLAY_LETTERS`. */
export function loadDisplayFont(font: DisplayFont): Promise<Buffer> {
  const loading = loaded.get(font) ?? subset(font)
  loaded.set(font, loading)
  return loading
}

async function subset(font: DisplayFont): Promise<Buffer> {
  const file = require.resolve(`@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`)
  const [{ default: subsetFont }, source] = await Promise.all([import('subset-font'), readFile(file)])
  return subsetFont(source, undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    variationAxes: { wght: WEIGHT },
  })
}

/** Letters in each font for titles: nearly all of Latin-1, and some punctuation. */
export const DISPLAY_LETTERS =
  /^[\u0020-\u007e\u00a0-\u00a3\u00a5-\u00ac\u00ae-\u00b4\u00b6-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/
