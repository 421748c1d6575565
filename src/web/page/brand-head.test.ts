import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { displayFonts } from '#domain/brand/display-fonts.ts'
import { brandStyle, iconLinks, preloadTag } from './brand-head.ts'
import { displayFontFiles } from './display-fonts.ts'

const shades = {
  light: { accent: '#8d6f00', accentDeep: '#755c00', onAccent: '#fffaf6' },
  dark: { accent: '#f5c518', accentDeep: '#ffdf86', onAccent: '#211c19' },
}

test('the default look adds no styles', () => {
  expect(brandStyle({ displayFont: 'fraunces', shades: undefined })).toBe('')
})

test('an accent color replaces the three colors of each theme, and print stays light', () => {
  expect(brandStyle({ displayFont: 'fraunces', shades })).toBe(
    ':root{--color-accent:#8d6f00;--color-accent-deep:#755c00;--color-on-accent:#fffaf6}' +
      '@media screen and (prefers-color-scheme:dark){:root{--color-accent:#f5c518;--color-accent-deep:#ffdf86;--color-on-accent:#211c19}}',
  )
})

test.each(displayFonts)('a page loads only the chosen font: %s', (font) => {
  const look = { displayFont: font, shades: undefined, drawnIcon: true, iconVersion: 'abc' }
  const text = preloadTag(look) + brandStyle(look)
  const loaded = new Set(text.match(/[^"]+\.woff2/g))
  expect([...loaded]).toEqual([displayFontFiles[font].url])
})

test('icons name the version of the brand, and a picture is no drawing', () => {
  const look = { displayFont: 'fraunces', shades: undefined, drawnIcon: true, iconVersion: 'abc' } as const
  expect(iconLinks(look)).toContain('<link rel="icon" href="/favicon.svg?v=abc" type="image/svg+xml">')
  expect(iconLinks({ ...look, drawnIcon: false })).toContain('href="/icon-192.png?v=abc" type="image/png"')
})

test.each(displayFonts)('the fallbacks of %s are as high as the font', (font) => {
  const require = createRequire(import.meta.url)
  const axis = font === 'fraunces' ? 'opsz' : 'wght'
  const file = create(
    readFileSync(require.resolve(`@fontsource-variable/${font}/files/${font}-latin-${axis}-normal.woff2`)),
  )
  const { ascent, descent } = displayFontFiles[font]
  expect(file.ascent / file.unitsPerEm).toBeCloseTo(ascent, 3)
  expect(-file.descent / file.unitsPerEm).toBeCloseTo(descent, 3)
})
