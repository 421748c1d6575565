import type { ReactNode } from 'react'

/** A label with a short text below; keeps line breaks. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="text-muted">{name}</h3>
    <div className="whitespace-pre-line">{children}</div>
  </div>
)
