import { expect, test } from 'vitest'
import { toSlug } from './slug.ts'

test.each([
  ['Brows & Lashes', 'brows-lashes'],
  ['  Crème 2 ', 'creme-2'],
  ['!!', ''],
])('formats %s as part of a URL', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})
