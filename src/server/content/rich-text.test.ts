import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertStylesToClasses, findFirstPicture, sanitizeRichText, toPlainText } from './rich-text.ts'

test('output of the editor is unchanged', () => {
  const html =
    '<h2 style="text-align:center">A</h2><p>b <strong>c</strong> <em>d</em> <u>e</u> <s>f</s></p><ul><li>g</li></ul>' +
    '<p><a href="https://example.com/" rel="nofollow noopener">h</a><br /><span style="font-size:18px">i</span></p>' +
    '<img src="/uploads/abc-640.webp" alt="j" />'
  expect(sanitizeRichText(html)).toBe(html)
})

test.each([
  ['<script>alert(1)</script>a', 'a'],
  ['<img src="x" onerror="alert(1)">a', 'a'],
  ['<img src="/uploads/../secret">a', 'a'],
  ['<img src="//evil.example/a.png">a', 'a'],
  ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a rel="nofollow noopener">a</a>'],
  ['<a href="java\nscript:alert(1)">a</a>', '<a rel="nofollow noopener">a</a>'],
  ['<a href="/x" style="position:fixed">a</a>', '<a href="/x" rel="nofollow noopener">a</a>'],
  ['<a href="https://e.example" rel="opener">a</a>', '<a href="https://e.example" rel="nofollow noopener">a</a>'],
  ['<p style="position:fixed;text-align:right">a</p>', '<p style="text-align:right">a</p>'],
  ['<span style="font-size:37px">a</span>', '<span>a</span>'],
  ['<span style="font-size:8px">a</span>', '<span style="font-size:8px">a</span>'],
  ['<h1>a</h1><b>b</b><i>c</i>', '<h2>a</h2><strong>b</strong><em>c</em>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">', ''],
  ['<iframe src="https://e.example"></iframe><form><input></form>a', 'a'],
  ['<style>p{color:red}</style><!-- x -->a', 'a'],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
])('%s becomes %s', (html, clean) => {
  expect(sanitizeRichText(html)).toBe(clean)
})

test('sanitizing sanitized text changes nothing, however malformed the original was', () => {
  const piece = fc.oneof(
    fc.constantFrom('<p>', '</p>', '<div>', '</div>', '<ul>', '<li>', '</ul>', '<h1>', '</h2>', '<b>', '</strong>'),
    fc.constantFrom(
      '<a href="/x">',
      '</a>',
      '<img src="/uploads/a-320.webp">',
      '<span style="font-size:12px">',
      '<br>',
    ),
    fc.constantFrom(
      '<table><tr><td>',
      '<svg>',
      '</svg>',
      '<script>',
      '&amp;',
      '&',
      '<',
      '"',
      "'",
      '<!--',
      '-->',
      ']]>',
    ),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const clean = sanitizeRichText(pieces.join(''))
      expect(sanitizeRichText(clean)).toBe(clean)
      expect(clean).not.toMatch(/<(script|svg|div|table|h1)|\son\w+=|javascript:/i)
    }),
    { numRuns: 500 },
  )
})

test('plain text reads like the page', () => {
  expect(toPlainText('<p>Rinse &amp; dry.</p><ul><li>One</li><li>Two &lt; three</li></ul>')).toBe(
    'Rinse & dry. One · Two < three',
  )
})

test('styles become classes, and text that only looks like a tag stays text', () => {
  const html = sanitizeRichText(
    '<p style="text-align: center; color: red">a <span style="font-size: 18px">b</span></p><p>&lt;p style="text-align:center"&gt;</p>',
  )
  expect(convertStylesToClasses(html)).toBe(
    '<p class="align-center">a <span class="px18">b</span></p><p>&lt;p style="text-align:center"&gt;</p>',
  )
})

test('the first picture is found', () => {
  expect(findFirstPicture('<p>a</p><img src="/uploads/a-1280.webp" alt="b" /><img src="/uploads/c.webp" />')).toBe(
    '/uploads/a-1280.webp',
  )
  expect(findFirstPicture('<p>a</p>')).toBeNull()
})
