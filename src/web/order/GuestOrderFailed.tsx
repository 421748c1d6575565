import { useRouteError } from 'react-router'
import { failureOf } from '#web/client/failure.ts'
import { FailedPage } from '#web/page/FailedPage.tsx'
import { EndedLinkPage } from './EndedLinkPage.tsx'

/** Replaces a guest's order that cannot be shown; an expired link can be requested anew. */
export default function GuestOrderFailed() {
  return failureOf(useRouteError()).status === 410 ? <EndedLinkPage /> : <FailedPage />
}
