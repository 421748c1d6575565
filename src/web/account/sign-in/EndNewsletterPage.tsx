import { useParams } from 'react-router'
import { UNSUBSCRIBED } from '#contract/mail/newsletter-link.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

const TITLE = 'Unsubscribe'

/**
 * Unsubscribes from the newsletter through a link in its emails. The form posts to the page's own URL, as email
 * programs do without opening the page (RFC 8058), and works without scripts.
 */
export default function EndNewsletterPage() {
  const { token } = useParams()
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: TITLE }]} title={TITLE}>
      <PageHead title={TITLE} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow justify-items-start gap-5">
        {token === UNSUBSCRIBED ? (
          <>
            <Alert tone="success">You’re unsubscribed. You won’t get any more newsletters from us.</Alert>
            <p>Unsubscribed by mistake? Enter your email address at the bottom of this page to subscribe again.</p>
            <ButtonLink to={paths.home}>Continue shopping</ButtonLink>
          </>
        ) : (
          <form method="post" className="grid justify-items-start gap-5">
            <p>You won’t get any more newsletters from us.</p>
            <Button type="submit">Unsubscribe</Button>
          </form>
        )}
      </div>
    </PageFrame>
  )
}
