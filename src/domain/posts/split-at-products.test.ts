import { expect, it } from 'vitest'
import { listProducts, splitAtProducts } from './split-at-products.ts'

const url = 'https://shop.example'
const link = (href: string) => `<p><a href="${href}" rel="nofollow noopener">Gel polish</a></p>`

it('splits at paragraphs that are only a link to a product', () => {
  const html = `<p>Before</p>${link('/packages/7')}<p>After</p>${link(`${url}/packages/8?ref=ANA`)}`
  const parts = splitAtProducts(html, url)
  expect(parts).toEqual([{ html: '<p>Before</p>' }, { productId: 7 }, { html: '<p>After</p>' }, { productId: 8 }])
  expect(listProducts([...parts, { productId: 7 }])).toEqual([7, 8])
})

it.each([
  '',
  '<p>See <a href="/packages/7">this</a></p>',
  link('https://other.example/packages/7'),
  link('/packages'),
  link('/packages/7/evil'),
  link('/packages/99999999999'),
  `<ul><li>${link('/packages/7')}</li></ul>`,
  `<blockquote><ul><li>a</li></ul>${link('/packages/7')}</blockquote>`,
])('leaves %j in one piece', (html) => expect(splitAtProducts(html, url)).toEqual(html === '' ? [] : [{ html }]))

it('splits after a list that has ended', () => {
  const list = `<ol><li>${link('/packages/7')}</li></ol>`
  expect(splitAtProducts(list + link('/packages/8'), url)).toEqual([{ html: list }, { productId: 8 }])
})
