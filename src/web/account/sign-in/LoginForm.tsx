import { Login } from '#contract/customers/sign-in.ts'
import { callUrl } from '#web/api/api.ts'
import { CsrfField } from '#web/forms/CsrfField.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { CodeField } from './CodeField.tsx'
import { EmailField } from './EmailField.tsx'
import { useSecondFactorStep } from './use-second-factor-step.ts'

/** Stays busy after success, because the page still shows a guest and is about to be left. */
const pendingForever = new Promise<never>(() => {})

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { form, onSubmit, failure, code, busy } = useCallForm({
    rules: Login,
    call: 'login',
    empty: { email: '', password: '', code: '' },
    onSuccess: () => {
      onSignedIn()
      return pendingForever
    },
  })
  const { register, formState } = form
  const { errors } = formState
  const { needsCode, codeError, isCodeRequest } = useSecondFactorStep(form, code)
  return (
    <form noValidate method="post" action={callUrl('login')} onSubmit={onSubmit} className="grid gap-4">
      <CsrfField />
      {failure && !isCodeRequest && <Alert tone="danger">{failure}</Alert>}
      <EmailField autoComplete="username" error={errors.email?.message} {...register('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      {/* Always shown without scripts, because nothing could reveal it later. */}
      <div className={needsCode ? undefined : 'hidden noscript:block'}>
        <CodeField optional={!needsCode} error={codeError} {...register('code')} />
      </div>
      <Button type="submit" busy={busy} busyText="Logging in…" className="mt-1">
        Login
      </Button>
    </form>
  )
}
