import { useSearchParams } from 'react-router'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

export default function RegisterPage() {
  const [search] = useSearchParams()
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: 'Register' }]} title="Register">
      <PageHead
        title="Register"
        description="Create an account to see your orders, addresses and points."
        path={paths.register}
      />
      <WithAside aside={<AlreadyRegistered />}>
        {/* Hidden where the card would only follow the form. */}
        <p className="pb-7 lg:hidden">
          Already registered?{' '}
          <PageLink to={paths.login} className="tap-target text-link underline">
            Login
          </PageLink>
        </p>
        <RegistrationForm referral={search.get('ref') ?? ''} />
      </WithAside>
    </PageFrame>
  )
}

const AlreadyRegistered = () => (
  <SummaryCard title="Already registered?" className="max-lg:hidden">
    <p className="pb-5 text-muted">Log in to see your orders, addresses and points.</p>
    <ButtonLink kind="secondary" to={paths.login} className="w-full">
      Login
    </ButtonLink>
  </SummaryCard>
)
