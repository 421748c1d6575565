import type { ReactNode } from 'react'

/** One of a record's facts under its name, in a `dl`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 break-words">
    <dt className="text-small text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)
