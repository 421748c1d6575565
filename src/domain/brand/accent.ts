import { contrastRatio, fromOklch, toOklch } from './oklch.ts'

export type Theme = 'light' | 'dark'

/** The colors of the theme that depend on the shop's accent color. */
export type AccentShades = {
  accent: string
  /** Under the pointer. */
  accentDeep: string
  /** Labels on the accent color. */
  onAccent: string
}

/** Uses of the accent color: under labels, on the backgrounds of pages, and as text on them. */
type Use = 'label' | 'page' | 'text'
export type AccentProblem = { use: Use; ratio: number; required: number }
export type AccentFit = {
  shades: AccentShades
  /** The most severe problem of the color as it was chosen; undefined if it is used unchanged. */
  problem: AccentProblem | undefined
  /** The lowest contrast of a label on the color in use. */
  labelRatio: number
  /** The lowest contrast of the color in use with the backgrounds of pages. */
  pageRatio: number
}

/** The backgrounds of `src/web/theme.css`: paper, raised, sunken. */
export const surfaces: Record<Theme, readonly [paper: string, raised: string, sunken: string]> = {
  light: ['#fbf8f4', '#ffffff', '#f3ede5'],
  dark: ['#191513', '#241f1b', '#211c19'],
}
const LABELS = ['#fffaf6', '#211c19'] as const

/** Text and labels, and the edges of controls (WCAG 2.2 AA). */
const TEXT_RATIO = 4.5
const CONTROL_RATIO = 3

const LIGHTNESS_STEP = 0.002
const DEEPER = 0.07

/**
 * Fits an accent color to a theme: unchanged if its contrast is sufficient, otherwise the nearest lightness of the same
 * hue. Links in emails have the color on light paper, so that it must be legible as text there.
 */
export function fitAccent(color: string, theme: Theme): AccentFit {
  const chosen = toOklch(color)
  const problem = findProblem(color, theme)
  if (!problem) return describe(color, undefined, theme)
  for (let distance = LIGHTNESS_STEP; distance <= 1; distance += LIGHTNESS_STEP) {
    for (const lightness of [chosen.lightness - distance, chosen.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = fromOklch({ ...chosen, lightness })
      if (!findProblem(candidate, theme)) return describe(candidate, problem, theme)
    }
  }
  throw new Error(`no shade of ${color} is legible`)
}

function describe(accent: string, problem: AccentProblem | undefined, theme: Theme): AccentFit {
  const shade = toOklch(accent)
  const onAccent = chooseLabel(accent)
  // Away from the label, so that it stays legible; black and white have only one direction.
  const away = shade.lightness + (onAccent === LABELS[0] ? -DEEPER : DEEPER)
  const lightness = away > 1 ? 1 - DEEPER : away < 0 ? DEEPER : away
  const accentDeep = fromOklch({ ...shade, lightness })
  return {
    shades: { accent, accentDeep, onAccent },
    problem,
    labelRatio: contrastRatio(onAccent, accent),
    pageRatio: lowestPageRatio(accent, theme),
  }
}

function findProblem(accent: string, theme: Theme): AccentProblem | undefined {
  const uses: AccentProblem[] = [
    { use: 'page', ratio: lowestPageRatio(accent, theme), required: CONTROL_RATIO },
    ...(theme === 'light'
      ? [{ use: 'text' as const, ratio: contrastRatio(accent, surfaces.light[0]), required: TEXT_RATIO }]
      : []),
    { use: 'label', ratio: contrastRatio(accent, chooseLabel(accent)), required: TEXT_RATIO },
  ]
  return uses.find(({ ratio, required }) => ratio < required)
}

const lowestPageRatio = (accent: string, theme: Theme): number =>
  Math.min(...surfaces[theme].map((surface) => contrastRatio(accent, surface)))

/** White as a rule; ink where white is not legible. */
const chooseLabel = (accent: string): string => (contrastRatio(accent, LABELS[0]) >= TEXT_RATIO ? LABELS[0] : LABELS[1])
