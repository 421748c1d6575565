import { expect, test } from 'vitest'
import { toLinkUrl } from './link-url.ts'

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['  example.com/care  ', 'https://example.com/care'],
  ['example.com:8080/care', 'https://example.com:8080/care'],
  ['ana@example.com', 'mailto:ana@example.com'],
  ['mailto:ana@example.com?subject=Hello', 'mailto:ana@example.com?subject=Hello'],
  ['/packages/3', '/packages/3'],
])('%s links to %s', (input, url) => {
  expect(toLinkUrl(input)).toBe(url)
})

test.each([
  '',
  'example',
  'two words',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'javascript:alert(1)//example.com',
  'data:text/html,x',
  'vbscript:x',
  'ftp://example.com',
  'tel:2015550100',
  '//example.com/a',
  'https://',
  'https://example.com/a b',
])('"%s" is not a valid link', (input) => {
  expect(toLinkUrl(input)).toBeUndefined()
})
