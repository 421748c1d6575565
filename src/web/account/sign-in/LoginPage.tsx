import { type MouseEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { nextPage } from '#domain/customers/next-page.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { SignIn, type SignInView, signInTitles } from './SignIn.tsx'

export default function LoginPage() {
  const [view, setView] = useState<SignInView>('login')
  const [search] = useSearchParams()
  const user = usePersonal('user')
  const title = signInTitles[view]
  const next = search.get('next')
  // Replaces the history entry, so that Back does not return to a completed form.
  const redirectToNext = () => window.location.replace(nextPage(next, window.location.origin))

  function followNext(event: MouseEvent) {
    event.preventDefault()
    redirectToNext()
  }

  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: title }]} title={title}>
      <PageHead title={title} />
      {user ? (
        <div className="grid max-w-narrow gap-5">
          <p>
            You’re logged in as <strong className="font-[580]">{user.email}</strong>.
          </p>
          <ButtonLink to={paths.account} onClick={next === null ? undefined : followNext}>
            {next === null ? 'My Account' : 'Continue'}
          </ButtonLink>
          <LogoutButton className="-ml-3" />
        </div>
      ) : (
        <div className="grid gap-x-24 gap-y-10 md:grid-cols-[minmax(0,26rem)_minmax(0,24rem)]">
          <div>
            <SignIn view={view} onView={setView} onSignedIn={redirectToNext} />
          </div>
          <section className="grid content-start justify-items-start gap-4 border-t border-hairline pt-8 md:border-t-0 md:border-l md:pt-0 md:pl-12">
            <h2 className="display text-title">No account yet?</h2>
            <p className="text-muted">
              Save your addresses for faster checkout and see your orders and PVs in one place.
            </p>
            <ButtonLink kind="secondary" to={paths.register}>
              Register
            </ButtonLink>
          </section>
        </div>
      )}
    </PageFrame>
  )
}
