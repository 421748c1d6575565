import { useRouteError } from 'react-router'
import { toFailure } from '#web/api/failure.ts'
import { ErrorPage } from '#web/page/ErrorPage.tsx'
import { PageHead } from '#web/page/PageHead.tsx'

/** Replaces a preview whose link has ended. */
export default function PreviewEnded() {
  const failure = toFailure(useRouteError())
  if (failure.status !== 404) return <ErrorPage {...failure} />
  return (
    <div className="frame grid justify-items-start gap-7 py-14 sm:py-20">
      <PageHead title="This preview has ended" />
      <h1 className="display text-heading">This preview has ended</h1>
      <p className="max-w-text text-lead text-muted">
        Links to a draft work for seven days. Ask the shop for a new one.
      </p>
    </div>
  )
}
