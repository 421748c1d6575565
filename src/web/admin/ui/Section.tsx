import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A page section with its own heading and actions. */
export function Section({ title, note, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-ink pb-1.5">
        <h2 id={id} className="text-body font-[560]">
          {title}
        </h2>
        {note && <span className="figures text-muted">{note}</span>}
        {actions && (
          // Aligns the text of a quiet button with the line below.
          <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 has-[>.quiet:last-child]:-mr-3">
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}
