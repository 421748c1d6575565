import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { preload } from 'react-dom'
import { Outlet } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { touchIconPath } from '#contract/paths.ts'
import icon from '#web/page/icon.svg?no-inline'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Wraps every page of the back office, before and after hydration. */
export function AdminRoot() {
  const hydrated = useHydrated()
  for (const font of [hanken, fraunces]) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      <meta name="robots" content="noindex" />
      <link rel="icon" href={icon} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={touchIconPath} />
      {hydrated ? <Outlet /> : <LoadingFallback />}
    </>
  )
}

/** Shown until the page's scripts load; they may be slow, or removed by a newer release. */
export function LoadingFallback() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Back office</title>
      <noscript>
        <p className="max-w-narrow p-6">The back office needs JavaScript, which is turned off in this browser.</p>
      </noscript>
      <div className="grid justify-items-center gap-4">
        <Spinner label="The back office is loading" />
        <p className="shown-late text-muted">
          This is taking longer than usual.{' '}
          <a className="text-link" href={adminPaths.home}>
            Reload
          </a>
        </p>
      </div>
    </main>
  )
}
