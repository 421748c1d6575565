import type { ReactNode } from 'react'

/** A name-value pair for use inside a `dl`. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 break-words">
    <dt className="text-small text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)
