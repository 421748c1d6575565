import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { preload } from 'react-dom'
import { Outlet } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import icon from '#web/layout/icon.svg?no-inline'
import { Wordmark } from '#web/layout/Wordmark.tsx'

/** The frame of the back office; nothing of the storefront's header, cart or footer. */
export function AdminLayout() {
  for (const font of [hanken, fraunces]) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      <meta name="robots" content="noindex" />
      <link rel="icon" href={icon} type="image/svg+xml" />
      <header className="border-b border-hairline bg-raised">
        <div className="frame flex h-16 items-center gap-4">
          <Wordmark className="h-6 w-auto" />
          <span className="border-l border-hairline pl-4 text-note text-muted">Back office</span>
          {/* Another bundle: a link that loads the page, not one of this router. */}
          <a href={pagePaths.home} className="text-link reach ml-auto text-note">
            To the shop
          </a>
        </div>
      </header>
      <main className="frame grid min-h-[70vh] content-start py-12 sm:py-20">
        <Outlet />
      </main>
    </>
  )
}
