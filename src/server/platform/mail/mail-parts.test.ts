import { expect, test } from 'vitest'
import { type Brand, findShades, plainBrand } from '../settings/brand.ts'
import { type MailPart, plainFrame, writeMail } from './mail-parts.ts'

const parts: readonly MailPart[] = [
  { kind: 'action', label: 'Pay', url: 'https://shop.test/pay' },
  { kind: 'link', label: 'View', url: 'https://shop.test/view' },
  { kind: 'heading', text: 'News' },
]
const write = (brand: Brand, name = 'Salonfront') =>
  writeMail('ana@example.com', name, { ...plainFrame, brand }, 'Subject', parts).html

const logo = { path: '/logo.png', url: 'https://shop.test/logo.png?v=1', png: Buffer.of(), width: 960, height: 96 }

test('emails have the accent color of the shop in both themes', () => {
  const html = write({ ...plainBrand, shades: findShades({ accent: '#f5c518' }) })
  expect(html).toContain('background:#8d6f00;color:#fffaf6;')
  expect(html).toContain('style="color:#8d6f00"')
  expect(html).toContain('.button{background:#f5c518!important;color:#211c19!important}')
  expect(html).not.toMatch(/8a3b2e|b4533f/)
})

test('emails have a font that computers have in place of the font of titles', () => {
  expect(write(plainBrand).match(/Georgia,serif/g)).toHaveLength(2)
  expect(write({ ...plainBrand, body: { ...plainBrand.body, display_font: 'jost' } })).not.toContain('Georgia')
})

test('emails begin with the logo, and with the name of the shop for those who see no pictures', () => {
  const html = write({ ...plainBrand, logo }, 'Mira & <b>el</b>')
  expect(html).toContain(
    '<img src="https://shop.test/logo.png?v=1" alt="Mira &amp; &lt;b&gt;el&lt;/b&gt;" width="320" height="32" class="logo">',
  )
  expect(html).toContain('.logo{background:#fbf8f4')
  expect(html).not.toContain('dark-logo')
  const both = write({ ...plainBrand, logo, darkLogo: { ...logo, url: 'https://shop.test/logo-dark.png?v=1' } })
  expect(both).toContain('class="dark-logo" style="display:none"')
  expect(both).toContain('.logo{display:none!important}.dark-logo{display:block!important}')
})
