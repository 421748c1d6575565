import * as z from 'zod/mini'
import { requiredText } from '#contract/base/fields.ts'
import { richText } from './fields.ts'

const MAX_QUESTIONS = 200

export const Faq = z.object({ id: z.int(), topic: z.string(), question: z.string(), answer_html: z.string() })
export type Faq = z.infer<typeof Faq>

/** Questions and answers, in the order of the page; a topic appears where its first question is. */
export const FaqsBody = z.object({
  questions: z
    .array(
      z.object({
        id: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
        topic: requiredText('Enter a topic.', 60),
        question: requiredText('Enter a question.', 255),
        answer_html: richText.check(z.minLength(1, 'Enter an answer.')),
      }),
    )
    .check(
      z.maxLength(MAX_QUESTIONS, `There can be up to ${MAX_QUESTIONS} questions.`),
      z.refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length),
    ),
})
export type FaqsBody = z.infer<typeof FaqsBody>
