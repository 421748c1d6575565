import { expect, test } from 'vitest'
import { hideStyles } from './hide-styles.ts'

test.each([
  ['<p style="text-align:center">a</p>', '<p data-style="text-align:center">a</p>'],
  ["<P STYLE = 'x'>a</P>", "<P data-style = 'x'>a</P>"],
  ['<p class="a"style="b">c</p>', '<p class="a"data-style="b">c</p>'],
  ['<img alt="1 > 2" style="x"/>', '<img alt="1 > 2" data-style="x"/>'],
  ['<p\nstyle=x>a</p>', '<p\ndata-style=x>a</p>'],
])('%s becomes %s', (html, hidden) => {
  expect(hideStyles(html)).toBe(hidden)
})

test.each([
  'a style="b" c',
  '<p>the style="plain" words</p>',
  '<img alt="a style=b of its own">',
  '<p data-style="x">a</p>',
  '<p title=\'say "style=x"\'>a</p>',
  '<style>p { color: red }</style>',
  '1 < 2 style=3 > 2',
])('%s is unchanged', (html) => {
  expect(hideStyles(html)).toBe(html)
})
