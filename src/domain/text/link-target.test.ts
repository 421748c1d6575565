import { expect, it } from 'vitest'
import { isLinkTarget, readLocalPath } from './link-target.ts'

it.each([
  '/',
  '/about',
  '/packages?category=hair#new',
  'https://example.com/a',
  'http://example.com',
  'mailto:hello@example.com',
  'tel:+12015550148',
  'tel:201-555-0148',
])('a link may lead to %s', (link) => {
  expect(isLinkTarget(link)).toBe(true)
})

it.each([
  '',
  'about',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://',
  'mailto:nobody',
  'mailto:a@b.example?bcc=c@d.example',
  'tel:evil',
  'ftp://example.com',
])('a link may not lead to %j', (link) => {
  expect(isLinkTarget(link)).toBe(false)
})

it('only a link to the shop has a local path', () => {
  expect(readLocalPath('/packages?category=hair#new')).toBe('/packages')
  expect(readLocalPath('https://example.com/packages')).toBeUndefined()
})
