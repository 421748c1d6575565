import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'

/** Scripts whose letters are set in reading order, or exactly reversed. */
const IN_ORDER = ['arabic', 'hebrew', 'armenian', 'georgian', 'ethiopic']
/** Scripts with signs that are set before, above or below the letters they follow. */
const SHAPED = [
  ...['devanagari', 'bengali', 'tamil', 'telugu', 'kannada', 'malayalam', 'gujarati', 'gurmukhi', 'sinhala'],
  ...['thai', 'lao', 'khmer'],
]
/** Scripts with a single-file font. */
const SCRIPTS = [...IN_ORDER, ...SHAPED]
/** Fonts with thousands of letters in about a hundred files each, in order of preference per detected language. */
const EAST_ASIAN = { korean: ['kr', 'sc', 'jp'], japanese: ['jp', 'sc', 'kr'], chinese: ['sc', 'jp', 'kr'] } as const

const HANGUL = /\p{sc=Hangul}/u
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u

/** One file of a font: "arabic/arabic", "kr/119". */
export type FontFile = string

const require = createRequire(import.meta.url)
const resolveFontFile = (font: string, file: string) =>
  require.resolve(`@fontsource-variable/noto-sans-${font}/${file}`)

const coverages = new Map<string, Map<number, FontFile>>()

/** Maps letters to files of a font, from the ranges that its package declares. */
function loadCoverage(font: string): Map<number, FontFile> {
  const cached = coverages.get(font)
  if (cached) return cached
  const ranges: Record<string, string> = JSON.parse(readFileSync(resolveFontFile(font, 'unicode.json'), 'utf8'))
  const isScript = SCRIPTS.includes(font)
  const coverage = new Map<number, FontFile>()
  for (const [name, rangeList] of Object.entries(ranges)) {
    const file = name.replaceAll(/[[\]]/g, '')
    if (isScript ? file !== font : !/^\d+$/.test(file)) continue
    for (const range of rangeList.split(',')) {
      const [first = '', last = first] = range.replace('U+', '').split('-')
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++) {
        coverage.set(code, `${font}/${file}`)
      }
    }
  }
  coverages.set(font, coverage)
  return coverage
}

/** Returns files that may contain a letter, best first. Han letters follow the language of the surrounding text. */
export function findFontFiles(letter: string, text: string): FontFile[] {
  const code = letter.codePointAt(0) ?? 0
  const language = HANGUL.test(text) ? 'korean' : KANA.test(text) ? 'japanese' : 'chinese'
  return [...SCRIPTS, ...EAST_ASIAN[language]].flatMap((font) => loadCoverage(font).get(code) ?? [])
}

/** Reports whether a document must include the text for copying and searching. */
export const isShaped = (file: FontFile): boolean => SHAPED.includes(file.split('/', 1)[0] ?? '')

const CACHE_BYTES = 16 * 1024 * 1024
const loaded = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length })

/** Loads a file in one weight as pdfkit can embed it: it cannot embed composed letters from WOFF2 or variable fonts. */
export async function loadFont(file: FontFile, bold: boolean): Promise<Buffer> {
  const key = `${file}/${bold}`
  const cached = loaded.get(key)
  if (cached) return cached
  const [font = '', part = ''] = file.split('/')
  const [{ default: subsetFont }, source] = await Promise.all([
    import('subset-font'),
    readFile(resolveFontFile(font, `files/noto-sans-${font}-${part}-wght-normal.woff2`)),
  ])
  const subset = await subsetFont(source, undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    variationAxes: { wght: bold ? 700 : 400 },
  })
  loaded.set(key, subset)
  return subset
}
