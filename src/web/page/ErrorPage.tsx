import { shopMessages } from '#contract/base/messages.ts'
import type { Failure } from '#web/api/failure.ts'
import { paths } from '#web/api/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHead } from './PageHead.tsx'
import { Shelf } from './Shelf.tsx'

/** A refusal is not an error of the shop: for example, a form sent before scripts could validate it. */
const errorHeading = (status: number): string => {
  if (status === 503) return 'We will be back in a moment'
  return status >= 500 ? 'Something went wrong on our side' : 'That didn’t work'
}

/** Explains the error and offers the next step. Its links are plain because a full load is safer after an error. */
export function ErrorPage({ status, detail, requestId }: Failure) {
  return (
    <div className="frame grid justify-items-start gap-7 py-14 sm:py-20">
      <PageHead title={errorHeading(status)} />
      <Shelf />
      <h1 className="display text-heading">{errorHeading(status)}</h1>
      <div className="grid max-w-text gap-2 text-lead text-muted">
        <p>{detail ?? shopMessages.tryAgain}</p>
        <p>Your cart is saved.</p>
        {requestId && <p className="figures text-note">If you contact us, please mention request {requestId}.</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        {/* biome-ignore lint/a11y/useValidAnchor: the empty URL reloads the page that failed */}
        <a href="" className={buttonClass('primary')}>
          Try again
        </a>
        <a href={paths.home} className={buttonClass('secondary')}>
          Go to the home page
        </a>
      </div>
    </div>
  )
}
