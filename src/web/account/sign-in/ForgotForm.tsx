import { useState } from 'react'
import { Forgot } from '#contract/customers/sign-in.ts'
import { callUrl } from '#web/api/api.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmailField } from './EmailField.tsx'

export function ForgotForm() {
  const [notice, setNotice] = useState<string>()
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: Forgot,
    call: 'forgot',
    empty: { email: '' },
    onSuccess: ({ message }) => setNotice(message),
  })
  const { register, formState } = form
  return (
    <form noValidate method="post" action={callUrl('forgot')} onSubmit={onSubmit} className="grid gap-4">
      <CsrfField />
      <p className="text-muted">
        Enter your account’s email address, and we’ll email you a link to set a new password.
      </p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {notice && !failure && !busy && <Alert tone="success">{notice}</Alert>}
      <EmailField autoComplete="username" error={formState.errors.email?.message} {...register('email')} />
      <Button type="submit" busy={busy} busyText="Sending…" className="mt-1">
        Send Link
      </Button>
    </form>
  )
}
