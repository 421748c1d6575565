import type { Address, AddressField } from '#domain/address/address.ts'
import { ZipQuestion } from '#web/forms/ZipQuestion.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useStates } from '../client/use-states.ts'
import { StateSelect } from '../ui/StateSelect.tsx'

/** Ordered as staff ask for the fields on the phone; a missing field does not compile. */
const inputs: Record<AddressField, { label: string; optional?: true; width: string }> = {
  first_name: { label: 'First name', width: 'sm:col-span-3' },
  last_name: { label: 'Last name', width: 'sm:col-span-3' },
  company: { label: 'Company', optional: true, width: 'sm:col-span-3' },
  phone_number: { label: 'Phone', width: 'sm:col-span-3' },
  address_1: { label: 'Address', width: 'sm:col-span-6' },
  address_2: { label: 'Address 2', optional: true, width: 'sm:col-span-6' },
  zip: { label: 'ZIP', width: 'sm:col-span-2' },
  city: { label: 'City', width: 'sm:col-span-2' },
  state: { label: 'State', width: 'sm:col-span-2' },
}

type AddressFieldsProps = {
  address: Address
  onChange: (field: AddressField, value: string) => void
  /** Field prefix in the call: `shipping`. */
  name: string
}

export function AddressFields({ address, onChange, name }: AddressFieldsProps) {
  const states = useStates()
  return (
    <fieldset aria-label="Address" className="grid gap-x-4 gap-y-3 sm:grid-cols-6">
      {(Object.keys(inputs) as AddressField[]).map((field) => {
        const { label, optional = false, width } = inputs[field]
        const shared = { label, optional, name: `${name}.${field}`, value: address[field] ?? '', className: width }
        return field === 'state' ? (
          <StateSelect key={field} {...shared} onChange={({ target }) => onChange(field, target.value)} />
        ) : (
          <TextField
            key={field}
            {...shared}
            onChange={({ target }) => onChange(field, target.value)}
            {...(field === 'zip' && { inputMode: 'numeric' })}
          />
        )
      })}
      <ZipQuestion
        state={address.state}
        zip={address.zip}
        nameOf={(state) => states?.find(({ code }) => code === state)?.name}
        onState={(state) => onChange('state', state)}
      />
    </fieldset>
  )
}
