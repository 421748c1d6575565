import type { UseFormReturn } from 'react-hook-form'
import type { AddressField } from '#domain/addresses/address.ts'
import { AddressFields, AddressGrid } from '#web/forms/AddressFields.tsx'
import { FormSection } from '#web/forms/FormSection.tsx'
import type { CheckoutForm } from './checkout-form.ts'

type DeliveryFieldsProps = { form: UseFormReturn<CheckoutForm>; title?: string }

const texts = { zip: { label: 'Zipcode' }, phone_number: { hint: 'In case the driver needs to reach you.' } }

/** A manually entered delivery address. */
export function DeliveryFields({ form, title = 'Delivery Address' }: DeliveryFieldsProps) {
  const { register, formState } = form
  const field = (name: AddressField) => ({
    error: formState.errors.shipping?.[name]?.message,
    ...register(`shipping.${name}`),
  })
  return (
    <FormSection title={title}>
      <AddressGrid>
        <AddressFields field={field} owner="shipping" texts={texts} />
      </AddressGrid>
    </FormSection>
  )
}
