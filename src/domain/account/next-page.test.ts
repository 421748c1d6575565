import { expect, it } from 'vitest'
import { nextPage } from './next-page.ts'

const shop = 'https://shop.example'

it('leads on to the page that asked for the sign-in', () => {
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
])('leads home instead of to %j', (next) => {
  expect(nextPage(next, shop)).toBe('https://shop.example/')
})

it('stays in the shop with a path that turns into two slashes', () => {
  expect(new URL(nextPage('/.//elsewhere.example/', shop)).origin).toBe(shop)
})
