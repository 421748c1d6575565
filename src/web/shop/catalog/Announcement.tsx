import type { Shop } from '#contract/content/calls.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The line above the header. */
export const Announcement = ({ text, link }: NonNullable<Shop['announcement']>) => (
  <aside
    aria-label="Notice"
    className="border-b border-hairline bg-sunken px-4 py-2 text-center text-note text-balance text-muted print:hidden"
  >
    {link ? (
      <PageLink to={link} reloadDocument={!link.startsWith('/')} className="tap-target text-link">
        {text}
      </PageLink>
    ) : (
      text
    )}
  </aside>
)
