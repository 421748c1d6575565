import { useQuery } from '@tanstack/react-query'
import { type MyPayouts, NewPayoutMethod } from '#contract/compensation/payouts.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { paths } from '#web/api/paths.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioCard, Select, TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'

type Props = { onSaved: (payouts: MyPayouts) => void; onCancel: () => void }

/** Requires the password so that an unattended browser cannot redirect payouts. */
export function PayoutMethodForm({ onSaved, onCancel }: Props) {
  const { data: user } = useQuery(userQuery())
  const addresses = user?.addresses ?? []
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: NewPayoutMethod,
    call: 'savePayoutMethod',
    empty: {
      kind: 'quickpay' as 'quickpay' | 'check',
      phone_number: addresses[0]?.phone_number ?? '',
      address_id: addresses[0]?.id,
      current_password: '',
    },
    onSuccess: onSaved,
  })
  const { errors, dirtyFields } = form.formState
  const kind = form.watch('kind')
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <UnsavedGuard when={Boolean(dirtyFields.kind || dirtyFields.phone_number || dirtyFields.address_id) && !busy} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <fieldset className="grid gap-2">
        <legend className="sr-only">How do you want to be paid?</legend>
        <RadioCard
          title="Quick Pay"
          note="To a phone number, usually the same day"
          value="quickpay"
          {...form.register('kind')}
        />
        <RadioCard title="Check by mail" note="To one of your addresses" value="check" {...form.register('kind')} />
      </fieldset>
      {kind === 'quickpay' ? (
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel"
          required
          error={errors.phone_number?.message}
          {...form.register('phone_number')}
        />
      ) : addresses.length === 0 ? (
        <p>
          Please{' '}
          <PageLink to={paths.accountAddresses} className="text-link">
            add an address
          </PageLink>{' '}
          first.
        </p>
      ) : (
        <Select label="Address" required error={errors.address_id?.message} {...form.register('address_id')}>
          {addresses.map((address) => (
            <option key={address.id} value={address.id}>
              {addressLines(address).slice(0, -1).join(', ')}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        required
        hint="To confirm it’s you. We’ll pause payouts for three days and email you."
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Saving…">
          Save
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
