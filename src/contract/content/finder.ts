import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { optionalText, requiredText } from '#contract/base/fields.ts'
import { FINDER_PARAMS } from '#contract/base/limits.ts'
import { ProductCard } from '#contract/catalog/calls.ts'

const MAX_FINDER_QUESTIONS = FINDER_PARAMS.length
const MAX_ANSWERS = 12
const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

const FinderAnswer = z.object({
  /** Part of the URL of a result, so that links to it stay valid. */
  id,
  label: requiredText('Enter an answer.', 60),
  note: optionalText(120),
  /** The answer fits products of this category or below it, with one of these tags, or of this family. */
  category_id: z.nullable(id),
  tags: z.array(requiredText('Enter a tag.', 60)).check(z.maxLength(20, 'An answer has up to 20 tags.')),
  family_id: z.nullable(id),
})
export type FinderAnswer = z.infer<typeof FinderAnswer>

/** The questions of the product finder; without any, the page searches the catalog. */
export const FinderBody = z.object({
  questions: z
    .array(
      z.object({
        id,
        question: requiredText('Enter a question.', 120),
        answers: z
          .array(FinderAnswer)
          .check(
            z.minLength(2, 'Add at least two answers.'),
            z.maxLength(MAX_ANSWERS, 'A question has up to 12 answers.'),
          ),
      }),
    )
    .check(z.maxLength(MAX_FINDER_QUESTIONS, `There can be up to ${MAX_FINDER_QUESTIONS} questions.`)),
})
export type FinderBody = z.infer<typeof FinderBody>

const text = z.string()
/** An answer that no longer exists is ignored, so that old links still work. */
const chosen = z._default(z.catch(z.string().check(z.regex(/^\d{0,10}$/)), ''), '')
export const FinderQuery = z.object({ q1: chosen, q2: chosen, q3: chosen, q4: chosen, q5: chosen, q6: chosen })
export type FinderQuery = z.infer<typeof FinderQuery>

export const Finder = z.object({
  questions: z.array(
    z.object({
      question: text,
      answers: z.array(z.object({ id: z.int(), label: text, note: text, chosen: z.boolean() })),
    }),
  ),
  /** Whether an answer was chosen. */
  is_answered: z.boolean(),
  /** The products that fit best, each with the chosen answers that it fits. */
  suggestions: z.array(z.object({ product: ProductCard, reasons: z.array(text) })),
})
export type Finder = z.infer<typeof Finder>

export const finderCall = defineCall('finder', {
  summary: 'Lists the questions of the product finder, and the products that fit the chosen answers',
  query: FinderQuery,
  responses: { 200: Finder },
})
