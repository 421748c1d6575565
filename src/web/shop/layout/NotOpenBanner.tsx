import { adminPaths } from '#contract/admin-paths.ts'

/** Tells staff on every page that visitors do not see the store yet. Rendered only by the server. */
export const NotOpenBanner = () => (
  <section
    aria-label="Not open yet"
    className="sticky top-0 z-40 flex h-14 items-center bg-ink text-paper lg:[&~header]:top-9 max-lg:[&~header]:top-14 print:hidden"
  >
    <div className="frame flex items-center justify-between gap-4">
      <p className="min-w-0 text-note">Not open yet. Visitors see “Opening soon”.</p>
      <a
        href={adminPaths.setup}
        className="flex min-h-9 shrink-0 items-center rounded-pill border border-paper px-4 text-note font-[560]"
      >
        Setup
      </a>
    </div>
  </section>
)
