import type { Faq } from '#contract/content/faqs.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'

/** Answers are sanitized, so every `<` begins a tag. */
const TAG = /<[^<>]*>/g

/** Returns the questions that contain every word of the search, in their own order. */
export function searchFaqs(faqs: readonly Faq[], search: string): Faq[] {
  const words = foldForSearch(search).split(' ')
  return faqs.filter(({ topic, question, answer_html }) => {
    const text = foldForSearch(`${topic} ${question} ${answer_html.replaceAll(TAG, ' ')}`)
    return words.every((word) => text.includes(word))
  })
}
