import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  /** Which of the pages under this title it is; pages that are alike would be one in a list of tabs, and to the ear. */
  part?: string | undefined
  /** Beside the title, as a count. */
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The top of a page: what it is, and what can be done here. */
export const PageHead = ({ title, part, note, actions, children }: PageHeadProps) => (
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
