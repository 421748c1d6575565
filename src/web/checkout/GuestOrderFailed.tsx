import { useRouteError } from 'react-router'
import { FailedPage } from '#web/FailedPage.tsx'
import { failureOf } from '#web/failure.ts'
import { EndedLinkPage } from './EndedLinkPage.tsx'

/** In the place of a guest's order that cannot be shown: a link that has ended can be had anew. */
export default function GuestOrderFailed() {
  return failureOf(useRouteError()).status === 410 ? <EndedLinkPage /> : <FailedPage />
}
