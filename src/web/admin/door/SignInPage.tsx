import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#web/client/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { send } from '../client/api.ts'
import { errorMessage } from '../client/message-of.ts'
import { pageAfterSignIn } from '../client/sign-in-path.ts'

/** Signs in with email, password and, where two-step sign-in is on, a code (docs/back-office §1). */
export default function SignInPage() {
  const [failure, setFailure] = useState<string>()
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      await send('staffLogin', { body: Object.fromEntries(new FormData(event.currentTarget)) })
      // A full load because this page's anti-forgery token was issued before the sign-in.
      window.location.assign(pageAfterSignIn(new URLSearchParams(window.location.search)))
    } catch (fault) {
      if (fault instanceof ApiError && fault.problem?.errors?.code) setAsksCode(true)
      setFailure(errorMessage(fault))
      setBusy(false)
    }
  }

  return (
    <section className="grid gap-5">
      <title>Sign in – Back office</title>
      <h1 className="display text-title">Sign in</h1>
      <form noValidate method="post" onSubmit={signIn} className="grid gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" />
        {asksCode && (
          <TextField
            label="Code from your app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <Button type="submit" busy={busy} busyText="Signing in…" className="mt-1">
          Sign in
        </Button>
      </form>
    </section>
  )
}
