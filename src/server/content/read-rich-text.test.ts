import { expect, test } from 'vitest'
import { readRichText } from './read-rich-text.ts'

const short = '<p onclick="x()">Warm <b>copper</b>.</p><p><img src="/uploads/a-1280.webp" alt=""></p>'

test('a short text is cleaned and told in plain words, with its first picture', async () => {
  expect(await readRichText(short)).toEqual({
    html: '<p>Warm <strong>copper</strong>.</p><p><img src="/uploads/a-1280.webp" alt="" /></p>',
    text: 'Warm copper.',
    image: '/uploads/a-1280.webp',
  })
})

test('a long one comes out the same, each to the one who asked', async () => {
  const long = (word: string) => `<p onclick="x()">${`${word} `.repeat(5000)}</p>`
  const answers = await Promise.all(['one', 'two', 'three'].map((word) => readRichText(long(word))))
  expect(answers.map(({ text }) => text.slice(0, 5).trim())).toEqual(['one o', 'two t', 'three'])
  expect(answers.every(({ html }) => html.startsWith('<p>') && html.length > 20_000)).toBe(true)
})

test('while a long one is being cleaned, something else is done', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await readRichText('<p>x</p>'.repeat(20_000))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})
