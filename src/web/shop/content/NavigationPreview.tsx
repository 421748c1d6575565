import type { Navigation } from '#contract/content/navigation.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The links of header and footer, as lists. */
export const NavigationPreview = ({ navigation }: { navigation: Navigation }) => (
  <div className="frame grid gap-8 py-14">
    <PageHead title="Navigation" />
    <h1 className="display text-heading">Navigation</h1>
    {(['header', 'footer', 'legal'] as const).map((list) => (
      <section key={list}>
        <h2 className="display pb-2 text-title first-letter:uppercase">{list}</h2>
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {navigation[list].map(({ label, link }) => (
            <li key={link}>
              <PageLink to={link} className="text-link">
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
    ))}
    <p className="max-w-text text-muted">{navigation.tagline}</p>
    <p>
      <span className="display block text-title">{navigation.newsletter_heading}</span>
      <span className="text-muted">{navigation.newsletter_text}</span>
    </p>
  </div>
)
