import { StateDot } from '../ui/StateDot.tsx'
import { type NewsletterRow, newsletterStateLabel } from './newsletter-labels.ts'

export const NewsletterState = ({ newsletter }: { newsletter: NewsletterRow }) => {
  const { label, tone } = newsletterStateLabel(newsletter)
  return <StateDot tone={tone}>{label}</StateDot>
}
