import type { Finder, FinderAnswer, FinderBody, FinderQuery } from '#contract/content/finder.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findSuggested } from './finder.queries.ts'
import { presentCard } from './present-product.ts'

const MAX_SUGGESTIONS = 3

export const noAnswers: FinderQuery = { q1: '', q2: '', q3: '', q4: '', q5: '', q6: '' }

/** Presents the questions with the chosen answers, and the products that fit most of them. */
export async function showFinder(db: Database, { questions }: FinderBody, query: FinderQuery): Promise<Finder> {
  const shown = questions.map(({ question, answers }, index) => {
    const requested = query[`q${index + 1}` as keyof FinderQuery]
    return { question, answers, chosen: answers.find(({ id }) => String(id) === requested) }
  })
  const chosen = shown.flatMap((question) => question.chosen ?? [])
  const rows = chosen.some(hasMeaning) ? await findSuggested(db, chosen, MAX_SUGGESTIONS) : []
  return {
    questions: shown.map(({ question, answers, chosen: choice }) => ({
      question,
      answers: answers.map(({ id, label, note }) => ({ id, label, note, chosen: id === choice?.id })),
    })),
    is_answered: chosen.length > 0,
    suggestions: rows.map(({ fits, ...card }) => ({
      product: presentCard(card),
      reasons: chosen.flatMap(({ label }, index) => (fits[index] ? [label] : [])),
    })),
  }
}

/** An answer such as “Anything” may fit no product in particular. */
const hasMeaning = ({ category_id, tags, family_id }: FinderAnswer): boolean =>
  category_id !== null || tags.length > 0 || family_id !== null
