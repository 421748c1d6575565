import { type ReactNode, useId } from 'react'

/** A part of a page with its own heading, and what can be done there at its end. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-4 border-b border-ink">
        <h2 id={id} className="font-[560]">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
