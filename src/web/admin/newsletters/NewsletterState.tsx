import { StateDot } from '../ui/StateDot.tsx'
import { type Listed, stateOf } from './newsletter-words.ts'

export const NewsletterState = ({ newsletter }: { newsletter: Listed }) => {
  const { words, tone } = stateOf(newsletter)
  return <StateDot tone={tone}>{words}</StateDot>
}
