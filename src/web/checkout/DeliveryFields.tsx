import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#web/ui/fields.tsx'
import type { CheckoutForm } from './checkout-form.ts'
import { FormSection } from './FormSection.tsx'
import { PhoneField } from './PhoneField.tsx'
import { StateSelect } from './StateSelect.tsx'
import { ZipField } from './ZipField.tsx'

type DeliveryFieldsProps = { form: UseFormReturn<CheckoutForm>; title?: string }

/** A delivery address, entered by hand. */
export function DeliveryFields({ form, title = 'Delivery Address' }: DeliveryFieldsProps) {
  const { register, formState } = form
  const errors = formState.errors.shipping ?? {}
  const field = (name: Exclude<keyof CheckoutForm['shipping'], 'address_id'>) => ({
    error: errors[name]?.message,
    required: name !== 'address_2',
    ...register(`shipping.${name}`),
  })
  return (
    <FormSection title={title}>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-6">
        <TextField
          label="First Name"
          autoComplete="shipping given-name"
          className="sm:col-span-3"
          {...field('first_name')}
        />
        <TextField
          label="Last Name"
          autoComplete="shipping family-name"
          className="sm:col-span-3"
          {...field('last_name')}
        />
        <TextField
          label="Address"
          autoComplete="shipping address-line1"
          className="sm:col-span-6"
          {...field('address_1')}
        />
        <TextField
          label="Address 2"
          optional
          autoComplete="shipping address-line2"
          className="sm:col-span-6"
          {...field('address_2')}
        />
        <TextField label="City" autoComplete="shipping address-level2" className="sm:col-span-2" {...field('city')} />
        <StateSelect autoComplete="shipping address-level1" className="sm:col-span-2" {...field('state')} />
        <ZipField label="Zipcode" autoComplete="shipping postal-code" className="sm:col-span-2" {...field('zip')} />
        <PhoneField
          label="Phone Number"
          hint="For the driver."
          autoComplete="shipping tel"
          className="sm:col-span-3"
          {...field('phone_number')}
        />
      </div>
    </FormSection>
  )
}
