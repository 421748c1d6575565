import { expect, it } from 'vitest'
import { searchFaqs } from './search-faqs.ts'

const faqs = [
  { id: 1, topic: 'delivery', question: 'How long does it take?', answer_html: '<p>Two <strong>days</strong>.</p>' },
  { id: 2, topic: 'payment', question: 'Can I pay at the café?', answer_html: '<p>No, by check.</p>' },
]

it.each([
  ['', [1, 2]],
  ['  ', [1, 2]],
  ['DELIVERY days', [1]],
  ['two days', [1]],
  ['cafe', [2]],
  ['strong', []],
  ['days check', []],
])('a search for “%s” finds questions with every word', (search, ids) => {
  expect(searchFaqs(faqs, search).map(({ id }) => id)).toEqual(ids)
})
