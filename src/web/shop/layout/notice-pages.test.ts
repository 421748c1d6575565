import { expect, it } from 'vitest'
import { showsNotice } from './notice-pages.ts'

it.each([
  ['/', ['home', 'all']],
  ['/packages', ['products', 'all']],
  ['/packages/7', ['products', 'all']],
  ['/search', ['products', 'all']],
  ['/checkout/cart', ['checkout', 'all']],
  ['/packages-of-another-kind', ['all']],
  ['/account', ['all']],
])('%s shows its notices', (path, expected) => {
  const pages = ['home', 'products', 'checkout', 'all'] as const
  expect(pages.filter((page) => showsNotice(page, path))).toEqual(expected)
})
