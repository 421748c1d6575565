import { SecondFactorRemoval } from '#contract/customers/second-factor.ts'
import type { User } from '#contract/customers/sign-in.ts'
import { CodeField } from '#web/account/sign-in/CodeField.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

export function SwitchOffForm({ onOff, onCancel }: { onOff: (user: User) => void; onCancel: () => void }) {
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: SecondFactorRemoval,
    call: 'removeSecondFactor',
    empty: { current_password: '', code: '' },
    onSuccess: onOff,
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="grid w-full max-w-narrow gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <CodeField required error={errors.code?.message} {...form.register('code')} />
      <div className="mt-1 flex flex-wrap gap-x-3 gap-y-2">
        <Button type="submit" busy={busy} busyText="Turning off…">
          Turn off
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
