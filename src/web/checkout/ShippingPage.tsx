import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { COMMENTS_LIMIT } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { ContactFields } from './ContactFields.tsx'
import type { CheckoutForm } from './checkout-form.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { FormSection } from './FormSection.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PickupDetails } from './PickupDetails.tsx'
import { ShippingMethods } from './ShippingMethods.tsx'
import { ShippingTypes } from './ShippingTypes.tsx'
import { ShippingStep } from './steps.ts'
import { useQuotes } from './use-quotes.ts'
import { useStepForm } from './use-step-form.ts'

export default function ShippingPage() {
  return (
    <CheckoutStep step="shipping" aside={(cart) => <OrderSummary cart={cart} />}>
      {(cart) => <ShippingForm cart={cart} />}
    </CheckoutStep>
  )
}

/** What the delivery address takes over from the guest's own details as long as it says nothing else. */
const shared = ['first_name', 'last_name', 'phone_number'] as const

function ShippingForm({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const form = useStepForm(ShippingStep)
  const { register, control, handleSubmit, getValues, setValue, formState } = form
  const [type, zip, method] = useWatch({ control, name: ['type', 'shipping.zip', 'shipping_method'] })
  const delivery = type === 'D'
  const quotes = useQuotes(delivery ? zip : '', cart)
  const blocked = delivery && !quotes.list.some(({ name }) => name === method)
  const carriedOver = useRef<Partial<CheckoutForm['shipping']>>({})

  function carryOver() {
    if (getValues('type') !== 'D') return
    for (const name of shared) {
      const [own, there] = [getValues(name), getValues(`shipping.${name}`)]
      if (there !== '' && there !== carriedOver.current[name]) continue
      carriedOver.current[name] = own
      setValue(`shipping.${name}`, own, { shouldValidate: formState.isSubmitted })
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(() => navigate(paths.payment, { viewTransition: true }))}
      className="grid gap-10"
    >
      <ContactFields form={form} onLeave={carryOver} />
      <FormSection title="Pickup or Delivery">
        <ShippingTypes register={register} onChange={carryOver} />
        {!delivery && <PickupDetails className="mt-3" />}
      </FormSection>
      {delivery && <DeliveryFields form={form} />}
      {delivery && (
        <ShippingMethods register={register} quotes={quotes} error={formState.errors.shipping_method?.message} />
      )}
      <TextArea
        label="Comments"
        optional
        rows={3}
        hint="Anything we should know about this order."
        maxLength={COMMENTS_LIMIT}
        error={formState.errors.comments?.message}
        {...register('comments')}
      />
      <div className="grid gap-2 sm:justify-items-start">
        <Button
          type="submit"
          className="sm:min-w-56"
          disabled={blocked}
          aria-describedby={blocked ? 'next-needs' : undefined}
        >
          Next Step
        </Button>
        {blocked && (
          <p id="next-needs" className="text-note text-muted">
            Choose a shipping method to go on.
          </p>
        )}
      </div>
    </form>
  )
}
