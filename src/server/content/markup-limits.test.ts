import { expect, it } from 'vitest'
import { exceedsMarkupLimits, MAX_DEPTH, MAX_TAGS } from './markup-limits.ts'

it.each([
  ['nothing', ''],
  ['a list in lists', '<ul><li>'.repeat(30) + '</li></ul>'.repeat(30)],
  ['paragraphs without ends', '<p>Warm copper.'.repeat(3_000)],
  ['rows without ends', `<table>${'<tr><td>1<td>2'.repeat(2_000)}</table>`],
  ['line breaks', 'one<br>two<BR/>'.repeat(4_000)],
  ['inline markup side by side', '<b>a</b> <i>b</i> '.repeat(2_000)],
  ['the deepest that is taken', '<div>'.repeat(MAX_DEPTH)],
  ['long text', 'a &lt; b &amp; c '.repeat(12_000)],
])('accepts %s', (_, html) => {
  expect(exceedsMarkupLimits(html)).toBe(false)
})

it.each([
  ['bold in bold', '<b>'.repeat(66_000)],
  ['one level too many', '<div>'.repeat(MAX_DEPTH + 1)],
  ['capitals', '<DIV><SpAn>'.repeat(60)],
  ['ends that nothing began, then depth', '</b>'.repeat(500) + '<b>'.repeat(200)],
  ['attributes in deep tags', '<a href="x" title="<b>">'.repeat(200)],
  ['tags without a name', '<'.repeat(MAX_TAGS + 1)],
  ['ends alone', '</'.repeat(MAX_TAGS + 1)],
  ['many flat tags', '<b></b>'.repeat(MAX_TAGS / 2 + 1)],
  ['paragraphs without ends beyond count', '<p>'.repeat(66_000)],
])('refuses %s', (_, html) => {
  expect(exceedsMarkupLimits(html)).toBe(true)
})
