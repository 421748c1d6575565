import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: string
  /** Distinguishes pages with the same title in browser tabs and for screen readers. */
  part?: string | undefined
  /** Shown after the title, such as a count. */
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** Page header with title and actions. */
export const PageHeader = ({ title, part, note, actions, children }: PageHeaderProps) => (
  <header className="grid grid-cols-1 gap-3 pb-4">
    <title>{`${part === undefined ? '' : `${part} – `}${title} – Back office`}</title>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="display text-page">{title}</h1>
      {note && <span className="figures text-muted">{note}</span>}
      {actions && <div className="flex flex-wrap gap-2 sm:ml-auto">{actions}</div>}
    </div>
    {children}
  </header>
)
