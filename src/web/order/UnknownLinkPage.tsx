import { paths } from '#web/client/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

const TITLE = 'We can’t open this order'

/**
 * Shown for a link whose key opens no order, as one that a mail program has cut off. It offers no new link: only whoever
 * has a key that was good gets one, so that orders cannot be told from numbers.
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
