import { ApiError } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import type { Step } from './steps.ts'

/** Lets a buyer whose session has ended sign in and return to this step. */
export const SignInAgain = ({ step = 'review' }: { step?: Step }) => (
  <PageLink
    to={`${paths.login}?next=${encodeURIComponent(paths[step])}`}
    reloadDocument
    className="text-link justify-self-start"
  >
    Log in
  </PageLink>
)

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'not_signed_in'
