import { expect, test } from 'vitest'
import { BrandBody, defaultBrand } from './brand.ts'

const refusals = (changes: object): string[] =>
  BrandBody.safeParse({ ...defaultBrand, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? []
const logo = `/uploads/${'a'.repeat(32)}-1280.webp`

test('the default look is a look', () => {
  expect(BrandBody.parse(defaultBrand)).toEqual(defaultBrand)
})

test('a color that is not legible in a theme needs the owner’s consent', () => {
  expect(refusals({ accent: '#f5c518' })).toEqual(['accent_adjusted'])
  expect(refusals({ accent: '#8a3b2e' })).toEqual(['accent_adjusted'])
  expect(refusals({ accent: '#f5c518', accent_adjusted: true })).toEqual([])
  // Legible in both themes.
  expect(refusals({ accent: '#b4533f' })).toEqual([])
})

test.each(['yellow', '#fff', 'red;}body{display:none', '#12345g', '</style>', ''])('%j is no color', (accent) => {
  expect(refusals({ accent, accent_adjusted: true })).toEqual(['accent'])
})

test.each([
  'https://elsewhere.example/logo.png',
  'javascript:alert(1)',
  '/uploads/../secret',
  `${logo}"><script>`,
  'data:image/svg+xml,<svg/>',
])('%j is no uploaded picture', (src) => {
  expect(refusals({ logo: src })).toEqual(['logo'])
})

test('the dark logo and the icon need a logo', () => {
  expect(refusals({ logo_dark: logo })).toEqual(['logo_dark'])
  expect(refusals({ icon: 'logo' })).toEqual(['icon'])
  expect(refusals({ logo, logo_dark: logo, icon: 'logo' })).toEqual([])
})
