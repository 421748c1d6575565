import { shopMessages } from '#contract/base/messages.ts'
import { SavedAddress } from '#contract/customers/calls.ts'
import type { User, UserAddress } from '#contract/customers/sign-in.ts'
import { type AddressField, emptyAddress } from '#domain/addresses/address.ts'
import { AddressFields, AddressGrid } from '#web/forms/AddressFields.tsx'
import { FormFailed } from '#web/forms/FormFailed.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'

type AddressFormProps = {
  /** Undefined for a new address. */
  address: UserAddress | undefined
  onSaved: (user: User) => void
  onCancel: () => void
}

export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const { form, onSubmit, failure, reason, busy } = useCallForm({
    rules: SavedAddress,
    call: 'saveAddress',
    empty: address ? toFields(address) : emptyAddress,
    onSuccess: onSaved,
  })
  const { register, formState } = form
  const field = (name: AddressField) => ({ error: formState.errors[name]?.message, ...register(name) })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <UnsavedGuard when={formState.isDirty && !busy} />
      {failure && <FormFailed message={shopMessages.tryAgain} reason={reason} />}
      <AddressGrid>
        <AddressFields field={field} />
      </AddressGrid>
      <div className="mt-1 flex gap-3">
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

const toFields = ({ full_address: _, ...fields }: UserAddress): SavedAddress => fields
