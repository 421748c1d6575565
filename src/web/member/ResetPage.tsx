import { useState } from 'react'
import { useParams } from 'react-router'
import { Reset } from '#contract/member.ts'
import { ownMessages } from '#contract/messages.ts'
import { CsrfField } from '#web/CsrfField.tsx'
import { PageHead } from '#web/layout/PageHead.tsx'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import { useMemberForm } from './use-member-form.ts'

const TITLE = 'Set Your Password'

/** The page behind a mailed link. Its address is a secret, which no other page may learn. */
export default function ResetPage() {
  const { token = '' } = useParams()
  const [done, setDone] = useState(false)
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: TITLE }]} title={TITLE}>
      <PageHead title={TITLE} />
      <meta name="referrer" content="no-referrer" />
      <div className="max-w-narrow">
        {done ? (
          <div className="grid gap-5">
            <Alert tone="success">{ownMessages.passwordSet}</Alert>
            <ButtonLink to={paths.login}>Login</ButtonLink>
          </div>
        ) : (
          <ResetForm token={token} onDone={() => setDone(true)} />
        )}
      </div>
    </PageFrame>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, onSubmit, failure, busy } = useMemberForm<Reset, object>({
    rules: Reset,
    path: paths.api.resetPassword,
    empty: { token, password: '', confirmation: '' },
    onAnswer: onDone,
  })
  const { register, formState } = form
  return (
    <form noValidate method="post" action={paths.api.resetPassword} onSubmit={onSubmit} className="grid gap-4">
      <CsrfField />
      <input type="hidden" name="token" value={token} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <PasswordFields
        password={{
          error: formState.errors.password?.message,
          ...register('password', { deps: formState.isSubmitted ? 'confirmation' : [] }),
        }}
        confirmation={{ error: formState.errors.confirmation?.message, ...register('confirmation') }}
      />
      <Button type="submit" busy={busy} busyText="Saving…" className="mt-1">
        Save Password
      </Button>
      {failure && (
        <ButtonLink kind="quiet" to={paths.login} className="-ml-3 justify-self-start">
          Ask for a new link
        </ButtonLink>
      )}
    </form>
  )
}
