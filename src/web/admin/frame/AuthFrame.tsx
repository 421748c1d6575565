import { Outlet } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { ShopLogo } from './ShopLogo.tsx'

/** Frame of the sign-in and password pages. */
export const AuthFrame = () => (
  <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr]">
    <header className="frame flex min-h-16 flex-wrap items-center gap-x-4 py-2">
      <ShopLogo className="h-6 w-auto" />
      <span className="border-l border-hairline pl-4 text-note text-muted">Back office</span>
      {/* Belongs to another bundle, so the link must load the page instead of using this router. */}
      <a href={pagePaths.home} className="text-link tap-target ml-auto text-note">
        View store
      </a>
    </header>
    <main className="grid grid-cols-1 place-items-center px-4 py-10 sm:pb-28">
      <div className="w-full max-w-narrow rounded-card border border-hairline bg-raised p-6 sm:p-8">
        <Outlet />
      </div>
    </main>
  </div>
)
