import { StateDot } from '../ui/StateDot.tsx'
import { type NewsletterRow, stateOf } from './newsletter-labels.ts'

export const NewsletterState = ({ newsletter }: { newsletter: NewsletterRow }) => {
  const { words, tone } = stateOf(newsletter)
  return <StateDot tone={tone}>{words}</StateDot>
}
