import type { ReactNode } from 'react'

/** A section heading with its actions. */
export const SectionHead = ({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) => (
  <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <h2 id={id} className="display text-title">
      {title}
    </h2>
    {children}
  </div>
)
