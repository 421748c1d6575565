import { useState } from 'react'
import { shopMessages } from '#contract/base/messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { PasswordChange } from '#contract/customers/sign-in.ts'
import { paths } from '#web/api/paths.ts'
import { FormFailed } from '#web/forms/FormFailed.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { AccountFrame } from './AccountFrame.tsx'

const TITLE = 'Change Password'

const PasswordPage = () => <AccountFrame title={TITLE}>{() => <PasswordForm />}</AccountFrame>
export default PasswordPage

function PasswordForm() {
  const [done, setDone] = useState(false)
  const { form, onSubmit, failure, code, reason, busy } = useCallForm({
    rules: PasswordChange,
    call: 'changePassword',
    empty: { current_password: '', new_password: '', confirmation: '' },
    onSuccess: () => setDone(true),
  })
  const { register, formState } = form
  const { errors } = formState
  // Shows field errors and the wrong-password message as they are, and a generic message for anything else
  // (docs/specification §8).
  const hasReason = code === 'password_incorrect' || Object.keys(errors).length > 0
  if (done) {
    return (
      <div className="grid max-w-narrow justify-items-start gap-5">
        <Alert tone="success" ref={takeFocus}>
          {pageMessages.passwordChanged}
        </Alert>
        <ButtonLink to={paths.account}>Continue</ButtonLink>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-narrow gap-4">
      {failure && <FormFailed message={hasReason ? failure : shopMessages.tryAgain} reason={reason} />}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.current_password?.message}
        {...register('current_password')}
      />
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.new_password?.message}
        {...register('new_password', { deps: formState.isSubmitted ? 'confirmation' : [] })}
      />
      <TextField
        label="Password Confirmation"
        type="password"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <Button type="submit" busy={busy} busyText="Saving…" className="mt-1 justify-self-start">
        Save
      </Button>
    </form>
  )
}
