import { useMatches, useRouteError } from 'react-router'
import { toFailure } from '#web/api/failure.ts'
import { paths } from '#web/api/paths.ts'
import { FailedPage } from '#web/page/FailedPage.tsx'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

type DeadLink = { title: string; help: string; next: { label: string; to: string } }

/** Texts by the id of the link's page. */
const deadLinks: Readonly<Record<string, DeadLink>> = {
  ResetPage: {
    title: 'Set Your Password',
    help: 'Have you set your password already? Then sign in with it. Otherwise choose “Forgot password?” at the login, and we’ll email you a new link. The person who invited you can send the invitation again.',
    next: { label: 'Send a new link', to: paths.login },
  },
  DeclinePage: {
    title: 'Decline the Invitation',
    help: 'The invitation was accepted, declined or withdrawn, or it has expired. There is nothing left to decline.',
    next: { label: 'To the shop', to: paths.home },
  },
  ConfirmNewsletterPage: {
    title: 'Confirm the Newsletter',
    help: 'If you have confirmed before, there is nothing left to do. Otherwise enter your email address at the bottom of this page, and we’ll email you a new link.',
    next: { label: 'To the shop', to: paths.home },
  },
  EndNewsletterPage: {
    title: 'Unsubscribe',
    help: 'Every newsletter has an unsubscribe link at the bottom. Or contact us, and we’ll unsubscribe you.',
    next: { label: 'To the shop', to: paths.home },
  },
  EmailProofPage: {
    title: 'Confirm Your Email Address',
    help: 'If you have confirmed before, there is nothing left to do. Otherwise choose “Find my orders” below your orders, and we’ll email you a new link.',
    next: { label: 'My Orders', to: paths.accountOrders },
  },
  EmailConfirmPage: {
    title: 'Confirm Your New Email Address',
    help: 'If you have confirmed before, sign in with your new address. Otherwise your account keeps its address, and we can email you a new link from your account.',
    next: { label: 'My Account', to: paths.account },
  },
  EmailUndoPage: {
    title: 'Take Back Your Account',
    help: 'Such a link works for 7 days. If somebody else has changed your account, write to us: our address is at the bottom of our emails.',
    next: { label: 'Login', to: paths.login },
  },
}

/** Replaces the page of an emailed link that has been used, has expired or was never sent. */
export default function DeadLinkPage() {
  const { status } = toFailure(useRouteError())
  const link = deadLinks[useMatches().at(-1)?.id ?? '']
  if (status !== 410 || !link) return <FailedPage />
  const { title, help, next } = link
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: title }]} title={title}>
      <PageHead title={title} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow justify-items-start gap-5">
        <Alert tone="danger">This link has expired or was already used.</Alert>
        <p>{help}</p>
        <ButtonLink to={next.to} reloadDocument>
          {next.label}
        </ButtonLink>
      </div>
    </PageFrame>
  )
}
