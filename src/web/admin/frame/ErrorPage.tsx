import { adminPaths } from '#contract/admin-paths.ts'
import { buttonClass } from '../ui/compact.ts'

/** Shown in place of a page that crashed. Its links are plain because a full load is safer after an error. */
export function ErrorPage() {
  return (
    <div className="grid max-w-form justify-items-start gap-3 p-6">
      <title>Something went wrong – Back office</title>
      <h1 className="display text-page">This page could not be shown</h1>
      <p className="text-muted">
        Nothing was changed. Reload the page. If that doesn’t help, contact your administrator.
      </p>
      <div className="flex gap-2">
        {/* biome-ignore lint/a11y/useValidAnchor: the empty URL reloads the page that failed */}
        <a href="" className={buttonClass('primary')}>
          Reload
        </a>
        <a href={adminPaths.home} className={buttonClass('secondary')}>
          Back to Today
        </a>
      </div>
    </div>
  )
}
