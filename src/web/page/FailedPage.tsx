import { useRouteError } from 'react-router'
import { toFailure } from '#web/api/failure.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Replaces a page that cannot be shown, inside the shop's header and footer. */
export function FailedPage() {
  const failure = toFailure(useRouteError())
  return failure.status === 404 ? <NotFoundPage /> : <ErrorPage {...failure} />
}

/** Used when not even header and footer can be shown. */
export function FailedShop() {
  return (
    <main>
      <FailedPage />
    </main>
  )
}
