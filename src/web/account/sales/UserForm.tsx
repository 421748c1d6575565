import { NewChild, type Sales } from '#contract/compensation/sales.ts'
import { emptyAddress } from '#domain/addresses/address.ts'
import { AddressFields, AddressGrid, AddressInput } from '#web/forms/AddressFields.tsx'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx'

const emptyFields: NewChild = { ...emptyAddress, email: '' }

type UserFormProps = {
  onSaved: (sales: Sales, fields: NewChild) => unknown
  onCancel: () => void
}

/** For another person's details, so the browser must not autofill the member's data. */
export function UserForm({ onSaved, onCancel }: UserFormProps) {
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: NewChild,
    call: 'addChild',
    empty: emptyFields,
    onSuccess: (sales, { getValues }) => onSaved(sales, getValues() as NewChild),
  })
  const { register, formState } = form
  const field = (name: keyof NewChild) => ({
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <UnsavedGuard when={formState.isDirty && !busy} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <AddressGrid>
        <AddressInput part="first_name" owner="other" {...field('first_name')} />
        <AddressInput part="last_name" owner="other" {...field('last_name')} />
        <TextField
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="off"
          required
          className="sm:col-span-6"
          {...field('email')}
        />
        <AddressFields field={field} owner="other" without={['first_name', 'last_name']} />
      </AddressGrid>
      <p className="text-note text-muted">
        We’ll email them your invitation. It expires in 14 days. Once they accept it and set a password, they join your
        direct line.
      </p>
      <div className="flex gap-3">
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
