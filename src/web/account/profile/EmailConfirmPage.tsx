import { useState } from 'react'
import { useParams } from 'react-router'
import { pageMessages } from '#contract/base/page-messages.ts'
import { EmailConfirmation } from '#contract/customers/email-change.ts'
import { CodeField } from '#web/account/sign-in/CodeField.tsx'
import { useSecondFactorStep } from '#web/account/sign-in/use-second-factor-step.ts'
import { paths } from '#web/api/paths.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const TITLE = 'Confirm Your New Email Address'

/** Opened from the link mailed to the new email. Its URL is a secret and must not leak to other pages. */
export default function EmailConfirmPage() {
  const { token = '' } = useParams()
  const [done, setDone] = useState(false)
  return (
    <PageFrame crumbs={[{ label: 'Home', to: paths.home }, { label: TITLE }]} title={TITLE}>
      <PageHead title={TITLE} />
      <meta name="referrer" content="no-referrer" />
      <div className="grid max-w-narrow gap-5">
        {done ? (
          <>
            <Alert tone="success" ref={takeFocus}>
              {pageMessages.emailConfirmed}
            </Alert>
            <ButtonLink to={paths.account} reloadDocument className="justify-self-start">
              Continue
            </ButtonLink>
          </>
        ) : (
          <ConfirmForm token={token} onDone={() => setDone(true)} />
        )}
      </div>
    </PageFrame>
  )
}

function ConfirmForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { form, onSubmit, failure, code, busy } = useCallForm({
    rules: EmailConfirmation,
    call: 'confirmEmail',
    empty: { token, current_password: '', code: '' },
    onSuccess: onDone,
  })
  const { needsCode, codeError, isCodeRequest } = useSecondFactorStep(form, code)
  // Before hydration, the browser would submit the form natively, with the password in it.
  const ready = useHydrated()
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="grid gap-4">
      <p>You’ll use this address to log in and to get our emails. Your password stays the same.</p>
      {failure && !isCodeRequest && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        required
        hint="Your account password, to confirm it’s you."
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password')}
      />
      {needsCode && <CodeField error={codeError} {...form.register('code')} />}
      <Button type="submit" busy={busy} busyText="Confirming…" disabled={!ready} className="mt-1 justify-self-start">
        Confirm this address
      </Button>
    </form>
  )
}
