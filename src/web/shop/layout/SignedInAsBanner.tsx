import { adminCallPath } from '#contract/admin-call-paths.ts'
import type { SignedInAs } from '#contract/customers/personal.ts'
import { MONTH_ZONE } from '#domain/calendar/month.ts'

const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: MONTH_ZONE })

/**
 * Tells staff on every page whose account they are viewing (docs/back-office §4). Rendered only by the server: no
 * client script knows about it, and the form that ends it works without scripts. The header sticks below it.
 */
export const SignedInAsBanner = ({ name, until, csrf }: SignedInAs & { csrf: string }) => (
  <section
    aria-label="Signed in as a member"
    className="sticky top-0 z-40 flex h-14 items-center bg-ink text-paper lg:[&~header]:top-9 max-lg:[&~header]:top-14 print:hidden"
  >
    <div className="frame flex items-center justify-between gap-4">
      <p className="min-w-0 text-note">
        Viewing as <strong>{name}</strong> (read-only) until {timeFormat.format(until)}.
      </p>
      <form method="post" action={adminCallPath('endSignInAs')}>
        <input type="hidden" name="_csrf" value={csrf} />
        <button type="submit" className="min-h-9 shrink-0 rounded-pill border border-paper px-4 text-note font-[560]">
          End
        </button>
      </form>
    </div>
  </section>
)
