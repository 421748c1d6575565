import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { UserAddress } from '#contract/customers/sign-in.ts'
import { placeLines } from '#domain/addresses/address.ts'
import { FormSection } from '#web/forms/FormSection.tsx'
import { RadioCard } from '#web/ui/fields.tsx'
import type { CheckoutForm } from './checkout-form.ts'
import { DeliveryFields } from './DeliveryFields.tsx'

type DestinationProps = {
  form: UseFormReturn<CheckoutForm>
  /** Saved addresses of the user; empty for guests. */
  addresses: readonly UserAddress[]
}

/** Destination: a saved address or a new one. */
export function Destination({ form, addresses }: DestinationProps) {
  const { register, control, formState } = form
  const addressId = useWatch({ control, name: 'shipping.address_id' })
  if (addresses.length === 0) return <DeliveryFields form={form} />
  const error = formState.errors.shipping?.address_id?.message
  const field = register('shipping.address_id')
  return (
    <>
      <FormSection title="Delivery Address">
        <div className="grid gap-3 sm:grid-cols-2">
          {addresses.map((address) => (
            <RadioCard
              key={address.id}
              title={`${address.first_name} ${address.last_name}`}
              note={placeLines(address).join(', ')}
              value={String(address.id)}
              {...field}
            />
          ))}
          <RadioCard title="Use a different address" note="For this order" value="0" {...field} />
        </div>
        {error && (
          <p role="alert" className="mt-3 text-note text-danger">
            {error}
          </p>
        )}
      </FormSection>
      {addressId === '0' && <DeliveryFields form={form} title="New Address" />}
    </>
  )
}
