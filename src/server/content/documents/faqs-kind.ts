import type { FaqsBody } from '#contract/content/faqs.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DocumentKindRules } from './document-kind.ts'
import { cleanRichText, findRichTextLinks, findRichTextPictures, toLines } from './document-text.ts'

export const faqsKind: DocumentKindRules<FaqsBody> = {
  defaultBody: { questions: [] },
  title: () => 'Questions and answers',
  path: () => pagePaths.faqs,
  async clean({ questions }) {
    const cleanQuestions: FaqsBody['questions'] = []
    for (const [index, question] of questions.entries()) {
      const cleaned = await cleanRichText(question.answer_html, `questions.${index}.answer_html`)
      if (!cleaned.ok) return cleaned
      cleanQuestions.push({ ...question, answer_html: cleaned.html })
    }
    return { ok: true, body: { questions: cleanQuestions } }
  },
  toText: ({ questions }) =>
    questions
      .flatMap(({ topic, question, answer_html }) => [`${topic}: ${question}`, ...toLines(answer_html), ''])
      .join('\n'),
  pictures: ({ questions }) => questions.flatMap(({ answer_html }) => findRichTextPictures(answer_html)),
  links: ({ questions }) => questions.flatMap(({ answer_html }) => findRichTextLinks(answer_html)),
}
