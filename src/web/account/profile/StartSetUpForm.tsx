import { type SecondFactorSetUp, SecondFactorStart } from '#contract/customers/second-factor.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

export function StartSetUpForm({ onStarted }: { onStarted: (setUp: SecondFactorSetUp) => void }) {
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: SecondFactorStart,
    call: 'startSecondFactor',
    empty: { current_password: '' },
    onSuccess: onStarted,
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-narrow gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        required
        hint="To confirm it’s you."
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password')}
      />
      <Button type="submit" busy={busy} busyText="Starting…" className="mt-1 justify-self-start">
        Set up
      </Button>
    </form>
  )
}
