import { useRouteError } from 'react-router'
import { ErrorPage } from './ErrorPage.tsx'
import { failureOf } from './failure.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

/** In the place of a page that cannot be shown, with the shop's header and footer around it. */
export function FailedPage() {
  const failure = failureOf(useRouteError())
  return failure.status === 404 ? <NotFoundPage /> : <ErrorPage {...failure} />
}

/** When not even header and footer can be shown. */
export function FailedShop() {
  return (
    <main>
      <FailedPage />
    </main>
  )
}
