import { SavedAddress } from '#contract/account.ts'
import type { User, UserAddress } from '#contract/member.ts'
import { ownMessages } from '#contract/messages.ts'
import { PhoneField } from '#web/checkout/PhoneField.tsx'
import { StateSelect } from '#web/checkout/StateSelect.tsx'
import { ZipField } from '#web/checkout/ZipField.tsx'
import { useMemberForm } from '#web/member/use-member-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

const blank = {
  first_name: '',
  last_name: '',
  phone_number: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip: '',
}

type AddressFormProps = {
  /** Undefined for a new one. */
  address: UserAddress | undefined
  onSaved: (user: User) => void
  onCancel: () => void
}

export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { form, onSubmit, failure, busy } = useMemberForm<SavedAddress, User>({
    rules: SavedAddress,
    path: paths.api.saveAddress,
    empty: address ? fieldsOf(address) : blank,
    onAnswer: onSaved,
  })
  const { register, formState } = form
  const field = (name: keyof typeof blank) => ({
    error: formState.errors[name]?.message,
    required: name !== 'address_2',
    ...register(name),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      {failure && (
        <Alert tone="danger" className="sm:col-span-2">
          {ownMessages.tryAgain}
        </Alert>
      )}
      <TextField label="First Name" autoComplete="given-name" {...field('first_name')} />
      <TextField label="Last Name" autoComplete="family-name" {...field('last_name')} />
      <PhoneField
        label="Phone Number"
        autoComplete="tel-national"
        className="sm:col-span-2"
        {...field('phone_number')}
      />
      <TextField label="Address" autoComplete="address-line1" className="sm:col-span-2" {...field('address_1')} />
      <TextField
        label="Address 2"
        optional
        autoComplete="address-line2"
        className="sm:col-span-2"
        {...field('address_2')}
      />
      <TextField label="City" autoComplete="address-level2" className="sm:col-span-2" {...field('city')} />
      <StateSelect autoComplete="address-level1" {...field('state')} />
      <ZipField label="Zip Code" autoComplete="postal-code" {...field('zip')} />
      <div className="mt-1 flex gap-3 sm:col-span-2">
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

const fieldsOf = ({ full_address: _, ...fields }: UserAddress): SavedAddress => fields
