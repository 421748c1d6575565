import { expect, it } from 'vitest'
import { holdsLink } from './holds-link.ts'

it.each([
  'Ana',
  'St. John',
  'St.John',
  'O.J.',
  'O.J. Simpson',
  'J.R.R. Tolkien',
  'J.Lo',
  'Dr.Kim',
  'Martin Luther King Jr.',
  "D'Arcy-O’Neill",
  '박지민',
  '王小明',
  'Ana … Reyes',
  'Anna/Maria',
  'Mary . Ann',
])('%s is a name', (name) => {
  expect(holdsLink(name)).toBe(false)
})

it.each([
  'http://evil.example',
  'Ana HTTPS://EVIL.EXAMPLE',
  'ftp://x',
  'www.evil',
  'WWW.Evil',
  'evil.com',
  'Ana evil.com',
  'Visit Evil.Shop!',
  '(evil.com)',
  'evil.com/path?x=1',
  't.co',
  'T.Co/abc',
  'sub.evil.co.uk',
  'пример.рф',
  'evil。com',
  'evil．com',
  'ev\u200bil\u200b.\u200bcom',
  'ana@evil.example',
  'mailto:ana@evil.example',
  '99.bid',
])('%s holds a link', (name) => {
  expect(holdsLink(name)).toBe(true)
})
