import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccentFit, fitAccent, surfaces, type Theme } from './accent.ts'
import { contrastRatio, fromOklch, toOklch } from './oklch.ts'

const themes: readonly Theme[] = ['light', 'dark']
const hues = Array.from({ length: 24 }, (_, i) => i * 15)

function expectLegible({ shades }: AccentFit, theme: Theme): void {
  const { accent, accentDeep, onAccent } = shades
  expect(contrastRatio(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
  expect(contrastRatio(accentDeep, onAccent)).toBeGreaterThanOrEqual(4.5)
  for (const surface of surfaces[theme]) expect(contrastRatio(accent, surface)).toBeGreaterThanOrEqual(3)
  if (theme === 'light') expect(contrastRatio(accent, surfaces.light[0])).toBeGreaterThanOrEqual(4.5)
}

describe.each(themes)('an accent color in the %s theme', (theme) => {
  test.each(hues)('is legible at every lightness and strength of the hue %i', (hue) => {
    for (const lightness of [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1]) {
      for (const chroma of [0, 0.05, 0.12, 0.3]) {
        const color = fromOklch({ lightness, chroma, hue })
        const fit = fitAccent(color, theme)
        expectLegible(fit, theme)
        if (!fit.problem) expect(fit.shades.accent).toBe(color)
        // The corrected color needs no further correction.
        expect(fitAccent(fit.shades.accent, theme)).toMatchObject({ problem: undefined, shades: fit.shades })
      }
    }
  })

  test('keeps its hue and moves no further than needed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const color = `#${number.toString(16).padStart(6, '0')}`
        const fit = fitAccent(color, theme)
        expectLegible(fit, theme)
        if (!fit.problem) return
        const [chosen, used] = [toOklch(color), toOklch(fit.shades.accent)]
        if (Math.min(chosen.chroma, used.chroma) > 0.04) {
          const turned = Math.abs(((used.hue - chosen.hue + 540) % 360) - 180)
          expect(turned).toBeLessThan(6)
        }
        // A shade closer to the chosen one is not legible.
        const between = used.lightness + (chosen.lightness - used.lightness) * 0.15
        const closer = fromOklch({ ...chosen, lightness: between })
        if (Math.abs(chosen.lightness - used.lightness) > 0.05) expect(fitAccent(closer, theme).problem).toBeDefined()
      }),
      { numRuns: 100 },
    )
  })
})

test('the reason for a correction is the use with too little contrast', () => {
  expect(fitAccent('#f5c518', 'light').problem).toMatchObject({ use: 'page', required: 3 })
  expect(fitAccent('#f5c518', 'light').shades.onAccent).toBe('#fffaf6')
  // Yellow is legible on dark pages, with ink on it.
  expect(fitAccent('#f5c518', 'dark')).toMatchObject({
    problem: undefined,
    shades: { accent: '#f5c518', onAccent: '#211c19' },
  })
  expect(fitAccent('#8a3b2e', 'light').problem).toBeUndefined()
  expect(fitAccent('#8a3b2e', 'dark').problem).toMatchObject({ use: 'page' })
  expect(fitAccent('#2e8b57', 'light').problem).toMatchObject({ use: 'text', required: 4.5 })
})

test('contrast is computed as by WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#8A3B2E', '#8a3b2e')).toBe(1)
})

test('colors survive the conversion to OKLCH and back', () => {
  expect(toOklch('#ff0000')).toMatchObject({
    lightness: expect.closeTo(0.628, 3),
    chroma: expect.closeTo(0.2577, 3),
    hue: expect.closeTo(29.23, 1),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      expect(fromOklch(toOklch(color))).toBe(color)
    }),
  )
})

test('the backgrounds are those of the theme', () => {
  const css = readFileSync(new URL('../../web/theme.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
  for (const [theme, part] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const read = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(part)?.[1]
    expect(['paper', 'raised', 'sunken'].map(read)).toEqual(surfaces[theme])
  }
})
