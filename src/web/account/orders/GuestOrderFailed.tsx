import { useRouteError } from 'react-router'
import { toFailure } from '#web/api/failure.ts'
import { FailedPage } from '#web/page/FailedPage.tsx'
import { ExpiredLinkPage } from './ExpiredLinkPage.tsx'
import { UnknownLinkPage } from './UnknownLinkPage.tsx'

/** Replaces a guest's order that cannot be shown; offers a new link when the old one has expired. */
export default function GuestOrderFailed() {
  const { status } = toFailure(useRouteError())
  if (status === 410) return <ExpiredLinkPage />
  return status === 404 ? <UnknownLinkPage /> : <FailedPage />
}
