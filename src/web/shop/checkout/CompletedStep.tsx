import type { ReactNode } from 'react'
import { PageLink } from '#web/ui/PageLink.tsx'

/** A completed step, collapsed to its answers, with a link to edit it. */
export const CompletedStep = ({ title, to, children }: { title: string; to: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-t border-hairline py-5">
    <h2 className="display text-lead">{title}</h2>
    <PageLink to={to} className="tap-target text-link self-start" aria-label={`Edit ${title}`}>
      Edit
    </PageLink>
    <div className="col-span-2 mt-2 grid gap-x-8 gap-y-4 text-note sm:grid-cols-2">{children}</div>
  </section>
)
