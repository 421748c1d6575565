import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import jost from '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url'
import playfair from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url'
import type { DisplayFont } from '#domain/brand/display-fonts.ts'

type Fallback = {
  /** Fonts of the visitor's computer. */
  local: readonly string[]
  /** Width relative to the display font, by titles and sentences of the shop; then its ascent and descent. */
  size: number
}
export type FontFile = {
  family: string
  url: string
  /** Ascent and descent relative to the font's size, which its fallbacks take over. */
  ascent: number
  descent: number
  fallbacks: readonly Fallback[]
  generic: 'serif' | 'sans-serif'
}

const GEORGIA = ['Georgia', 'Gelasio']
const TIMES = ['Times New Roman', 'Liberation Serif', 'Tinos']
const ARIAL = ['Arial', 'Liberation Sans', 'Arimo', 'Roboto']

/** Fonts for titles. Pages load the chosen one only; the styles of Fraunces are in `fonts.css`. */
export const displayFontFiles: Record<DisplayFont, FontFile> = {
  fraunces: {
    family: 'Fraunces',
    url: fraunces,
    ascent: 0.978,
    descent: 0.255,
    fallbacks: [
      { local: GEORGIA, size: 1.004 },
      { local: TIMES, size: 1.135 },
    ],
    generic: 'serif',
  },
  'playfair-display': {
    family: 'Playfair Display',
    url: playfair,
    ascent: 1.082,
    descent: 0.251,
    fallbacks: [
      { local: GEORGIA, size: 0.981 },
      { local: TIMES, size: 1.113 },
    ],
    generic: 'serif',
  },
  jost: {
    family: 'Jost',
    url: jost,
    ascent: 1.07,
    descent: 0.375,
    fallbacks: [{ local: ARIAL, size: 0.958 }],
    generic: 'sans-serif',
  },
  'bricolage-grotesque': {
    family: 'Bricolage Grotesque',
    url: bricolage,
    ascent: 0.93,
    descent: 0.27,
    fallbacks: [{ local: ARIAL, size: 1.03 }],
    generic: 'sans-serif',
  },
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`
const fallbackName = (family: string, { local: [name = ''] }: Fallback): string => `${family} ${name.split(' ', 1)[0]}`

/** The value of `--font-display`. */
export const fontStack = ({ family, fallbacks, generic }: FontFile): string =>
  [
    ...[family, ...fallbacks.map((fallback) => fallbackName(family, fallback))].map((name) => `"${name}"`),
    generic,
  ].join()

/** Declares the font and its fallbacks, which take as much space. */
export function fontFaces({ family, url, ascent, descent, fallbacks }: FontFile): string {
  const faces = fallbacks.map((fallback) => {
    const { local, size } = fallback
    const sources = local.map((name) => `local("${name}")`).join()
    return `@font-face{font-family:"${fallbackName(family, fallback)}";src:${sources};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%}`
  })
  return `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:420 460;src:url("${url}") format("woff2")}${faces.join('')}`
}
