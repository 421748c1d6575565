import type { Navigation } from '#contract/content/navigation.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

type LegalLinksProps = {
  links: Navigation['legal']
  /** Keeps the page open, for example one on which an order is placed. */
  isInNewTab?: boolean
}

/** Links to the terms and the other pages that the law requires. */
export const LegalLinks = ({ links, isInNewTab = false }: LegalLinksProps) => (
  <ul className="flex flex-wrap gap-x-6 gap-y-1 text-note">
    {links.map(({ label, link }) => (
      <li key={link}>
        <PageLink
          to={link}
          {...(isInNewTab && { target: '_blank' })}
          className="tap-target text-muted hover:text-ink hover:underline"
        >
          {label}
        </PageLink>
      </li>
    ))}
  </ul>
)
