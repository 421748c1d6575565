import { formatOrderDay } from '#contract/orders/labels.ts'

type AuthoredText = { author: { name: string }; created_at: string }

/** Author and date. */
export const Byline = ({ text: { author, created_at }, className }: { text: AuthoredText; className?: string }) => (
  <p className={className}>
    <span className="font-[560] text-ink">{author.name}</span> <span aria-hidden="true">·</span>{' '}
    <time dateTime={created_at}>{formatOrderDay(created_at)}</time>
  </p>
)
