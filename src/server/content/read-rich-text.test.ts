import { expect, test } from 'vitest'
import { readRichText } from './read-rich-text.ts'

const short = '<p onclick="x()">Warm <b>copper</b>.</p><p><img src="/uploads/a-1280.webp" alt=""></p>'

test('short text is sanitized and summarized as plain text, with its first picture', async () => {
  expect(await readRichText(short)).toEqual({
    html: '<p>Warm <strong>copper</strong>.</p><p><img src="/uploads/a-1280.webp" alt="" /></p>',
    text: 'Warm copper.',
    image: '/uploads/a-1280.webp',
  })
})

test('long text gives the same result, each to its caller', async () => {
  const long = (word: string) => `<p onclick="x()">${`${word} `.repeat(5000)}</p>`
  const responses = await Promise.all(['one', 'two', 'three'].map((word) => readRichText(long(word))))
  expect(responses.map(({ text }) => text.slice(0, 5).trim())).toEqual(['one o', 'two t', 'three'])
  expect(responses.every(({ html }) => html.startsWith('<p>') && html.length > 20_000)).toBe(true)
})

test('other work continues while long text is sanitized', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await readRichText('<p>x</p>'.repeat(20_000))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})
