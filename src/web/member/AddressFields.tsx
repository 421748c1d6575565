import type { UseFormReturn } from 'react-hook-form'
import { FormSection } from '#web/checkout/FormSection.tsx'
import { StateSelect } from '#web/checkout/StateSelect.tsx'
import { ZipField } from '#web/checkout/ZipField.tsx'
import { TextField } from '#web/ui/fields.tsx'
import type { RegistrationFields } from './registration-fields.ts'

/** The new member's address, which becomes the first saved one. */
export function AddressFields({ form }: { form: UseFormReturn<RegistrationFields> }) {
  const { register, formState } = form
  const field = (name: 'address_1' | 'city' | 'state' | 'zip') => ({
    error: formState.errors[name]?.message,
    required: true,
    ...register(name),
  })
  return (
    <FormSection title="Address">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
        <TextField label="Address" autoComplete="address-line1" className="sm:col-span-3" {...field('address_1')} />
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <StateSelect autoComplete="address-level1" {...field('state')} />
        <ZipField label="Zip Code" autoComplete="postal-code" {...field('zip')} />
      </div>
    </FormSection>
  )
}
