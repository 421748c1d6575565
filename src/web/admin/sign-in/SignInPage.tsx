import { type SubmitEvent, useState } from 'react'
import { staffLoginCall } from '#contract/identity/staff.ts'
import { useSecondFactorStep } from '#web/account/sign-in/use-second-factor-step.ts'
import { errorCode } from '#web/api/error-message.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../api/api.ts'
import { errorMessage } from '../api/error-messages.ts'
import { pageAfterSignIn } from '../api/sign-in-path.ts'
import { useAdminForm } from '../api/use-admin-form.ts'

/** Stays busy after success, because the page is about to be left. */
const neverSettles = new Promise<never>(() => {})

/** Signs in with email, password and, where two-step sign-in is on, a code (docs/back-office §1). */
export default function SignInPage() {
  const [failure, setFailure] = useState<unknown>()
  const form = useAdminForm({
    call: staffLoginCall,
    fields: { email: '', password: '', code: '' },
    body: (fields) => fields,
    async send(body) {
      await send('staffLogin', { body })
      // A full load because this page's anti-forgery token was issued before the sign-in.
      window.location.assign(pageAfterSignIn(new URLSearchParams(window.location.search)))
      await neverSettles
    },
  })
  const { needsCode } = useSecondFactorStep(form, errorCode(failure))
  const { errors, isSubmitting } = form.formState

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailure(undefined)
    try {
      await form.dialog.onSubmit()
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <section className="grid gap-5">
      <title>Sign in – Back office</title>
      <h1 className="display text-title">Sign in</h1>
      <form noValidate method="post" onSubmit={signIn} className="grid gap-4">
        {failure !== undefined && <Alert tone="danger">{errorMessage(failure)}</Alert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {needsCode && (
          <TextField
            label="Code from your app, or a recovery code"
            autoComplete="one-time-code"
            {...form.register('code')}
          />
        )}
        <Button type="submit" busy={isSubmitting} busyText="Signing in…" className="mt-1">
          Sign in
        </Button>
      </form>
    </section>
  )
}
