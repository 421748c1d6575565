import { expect, it } from 'vitest'
import { checkNewsletter, readNewsletter } from './newsletter-text.ts'

const SHOP = 'https://shop.example'
const text = (words: string) => ({ kind: 'text', text: words })

it('parses headings, paragraphs, lists, links and buttons, line by line', () => {
  const body = `# New in March
We have the [bond kit](/packages/7) again,
and more of it.

- For fine hair
- For [thick](https://care.example/thick) hair
[See all](/packages)
Until then.`
  expect(readNewsletter(body, SHOP)).toEqual([
    { kind: 'heading', text: 'New in March' },
    {
      kind: 'paragraph',
      lines: [
        [
          text('We have the '),
          { kind: 'link', label: 'bond kit', url: 'https://shop.example/packages/7' },
          text(' again,'),
        ],
        [text('and more of it.')],
      ],
    },
    {
      kind: 'list',
      items: [
        [text('For fine hair')],
        [text('For '), { kind: 'link', label: 'thick', url: 'https://care.example/thick' }, text(' hair')],
      ],
    },
    { kind: 'button', label: 'See all', url: 'https://shop.example/packages' },
    { kind: 'paragraph', lines: [[text('Until then.')]] },
  ])
})

it('ignores text that only looks like a link', () => {
  for (const line of ['[a] (b)', '[](/x)', 'a](b)', '[a](b', '[a](two words)', '[[a](']) {
    expect(readNewsletter(line, SHOP)).toEqual([{ kind: 'paragraph', lines: [[text(line)]] }])
  }
  expect(readNewsletter('\n \n', SHOP)).toEqual([])
})

it('is not sent without a subject or text, or with an invalid or executable link', () => {
  expect(checkNewsletter({ subject: ' ', body: '\n' })).toEqual([
    { field: 'subject', code: 'empty' },
    { field: 'body', code: 'empty' },
  ])
  const invalidUrls = [
    'javascript:alert',
    'www.shop.example',
    '//elsewhere.example',
    'https:///x',
    'http://',
    'data:text/html,x',
  ]
  const body = invalidUrls.map((url) => `See [this](${url}).`).join('\n')
  expect(checkNewsletter({ subject: 'News', body })).toEqual(
    invalidUrls.map((url) => ({ field: 'body', code: 'bad_url', url })),
  )
  expect(checkNewsletter({ subject: 'News', body: '[a](/packages) [b](http://x.example?a=1#b)' })).toEqual([])
})
