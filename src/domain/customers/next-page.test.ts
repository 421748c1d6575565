import { expect, it } from 'vitest'
import { nextPage } from './next-page.ts'

const shop = 'https://shop.example'

it('redirects to the page that required the sign-in', () => {
  expect(nextPage('/account/orders?offset=20#top', shop)).toBe('https://shop.example/account/orders?offset=20#top')
})

it.each([
  null,
  '',
  'account',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/\n\\elsewhere.example/',
  '//',
])('redirects to the home page instead of %j', (next) => {
  expect(nextPage(next, shop)).toBe('https://shop.example/')
})

it('stays in the shop for a path that normalizes to two slashes', () => {
  expect(new URL(nextPage('/.//elsewhere.example/', shop)).origin).toBe(shop)
})
