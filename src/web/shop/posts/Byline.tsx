import { dayOf } from '#contract/orders/labels.ts'

type AuthoredText = { author: { name: string }; created_at: string }

/** Author and date. */
export const Byline = ({ of: { author, created_at }, className }: { of: AuthoredText; className?: string }) => (
  <p className={className}>
    <span className="font-[560] text-ink">{author.name}</span> <span aria-hidden="true">·</span>{' '}
    <time dateTime={created_at}>{dayOf(created_at)}</time>
  </p>
)
