import { NewChild, type Sales } from '#contract/sales.ts'
import { PhoneField } from '#web/checkout/PhoneField.tsx'
import { StateSelect } from '#web/checkout/StateSelect.tsx'
import { ZipField } from '#web/checkout/ZipField.tsx'
import { useMemberForm } from '#web/member/use-member-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'

const blank: NewChild = {
  first_name: '',
  last_name: '',
  email: '',
  company: '',
  phone_number: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip: '',
}
const optional: readonly string[] = ['company', 'address_2']

type UserFormProps = {
  onSaved: (sales: Sales, fields: NewChild) => unknown
  onCancel: () => void
}

/** For somebody else's details, so the browser must not autofill the member's own. */
export function UserForm({ onSaved, onCancel }: UserFormProps) {
  const { form, onSubmit, failure, busy } = useMemberForm<NewChild, Sales>({
    rules: NewChild,
    path: paths.api.addChild,
    empty: blank,
    onAnswer: (sales, { getValues }) => onSaved(sales, getValues() as NewChild),
  })
  const { register, formState } = form
  const field = (name: keyof NewChild) => ({
    error: formState.errors[name]?.message,
    required: !optional.includes(name),
    optional: optional.includes(name),
    autoComplete: 'off',
    ...register(name),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      {failure && (
        <Alert tone="danger" className="sm:col-span-2">
          {failure}
        </Alert>
      )}
      <TextField label="First Name" {...field('first_name')} />
      <TextField label="Last Name" {...field('last_name')} />
      <TextField label="Email Address" type="email" inputMode="email" className="sm:col-span-2" {...field('email')} />
      <TextField label="Company" {...field('company')} />
      <PhoneField label="Phone Number" {...field('phone_number')} />
      <TextField label="Address" className="sm:col-span-2" {...field('address_1')} />
      <TextField label="Address 2" className="sm:col-span-2" {...field('address_2')} />
      <TextField label="City" className="sm:col-span-2" {...field('city')} />
      <StateSelect {...field('state')} />
      <ZipField label="Zip Code" {...field('zip')} />
      <p className="text-note text-muted sm:col-span-2">
        They get a mail with your invitation, which is good for 14 days. Once they have accepted it and set a password,
        they stand in your direct line.
      </p>
      <div className="flex gap-3 sm:col-span-2">
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
