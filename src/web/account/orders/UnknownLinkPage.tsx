import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

const TITLE = 'We can’t open this order'

/**
 * Shown for a link with an unknown key, such as one truncated by an email program. Offers no new link: only visitors
 * with an expired valid key get one, so that order numbers cannot be probed.
 */
export const UnknownLinkPage = () => (
  <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: 'Order' }]} title={TITLE}>
    <PageHead title={TITLE} />
    <meta name="referrer" content="no-referrer" />
    <p className="max-w-text text-lead">
      The link may be incomplete. Use the full link from your email, or{' '}
      <PageLink to={paths.faqs} className="text-link underline">
        ask us
      </PageLink>
      .
    </p>
  </PageFrame>
)
