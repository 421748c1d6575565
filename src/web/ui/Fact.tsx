import type { ReactNode } from 'react'

/** A short text under its name; line breaks are kept. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="text-muted">{name}</h3>
    <div className="whitespace-pre-line">{children}</div>
  </div>
)
