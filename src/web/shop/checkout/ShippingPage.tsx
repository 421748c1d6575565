import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { COMMENTS_LIMIT } from '#contract/base/limits.ts'
import type { Cart } from '#contract/cart/calls.ts'
import type { User } from '#contract/customers/sign-in.ts'
import { PickupDetails } from '#web/account/orders/PickupDetails.tsx'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { FormSection } from '#web/forms/FormSection.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { ContactFields } from './ContactFields.tsx'
import { type CheckoutForm, withAddress } from './checkout-form.ts'
import { checkoutForm } from './checkout-store.ts'
import { Destination } from './Destination.tsx'
import { OrderingAs } from './OrderingAs.tsx'
import { quoteDestination } from './pricing-queries.ts'
import { ShippingMethods } from './ShippingMethods.tsx'
import { ShippingTypes } from './ShippingTypes.tsx'
import { isSignedOut, SignInAgain } from './SignInAgain.tsx'
import { shippingStep } from './steps.ts'
import { useQuotes } from './use-quotes.ts'
import { useStepForm } from './use-step-form.ts'

export default function ShippingPage() {
  return <CheckoutStep step="shipping">{(cart) => <ShippingForUser cart={cart} />}</CheckoutStep>
}

/** Fetches the user's addresses first because the form starts with one of them. */
function ShippingForUser({ cart }: { cart: Cart }) {
  const user = usePersonal('user')
  const { data: account, error } = useQuery({ ...userQuery(), enabled: user !== null })
  if (isSignedOut(error)) {
    return (
      <Alert tone="danger">
        {error?.message}
        <SignInAgain step="shipping" />
      </Alert>
    )
  }
  if (error) {
    return <Alert tone="danger">We can’t load your addresses right now. Please reload this page in a moment.</Alert>
  }
  if (user && !account) return <Spinner label="Loading your addresses" className="text-muted" />
  return <ShippingForm cart={cart} user={account} />
}

/** Guest details that the delivery address copies until it has its own. */
const sharedFields = ['first_name', 'last_name', 'phone_number'] as const

function ShippingForm({ cart, user }: { cart: Cart; user: User | undefined }) {
  const navigate = useNavigate()
  const addresses = user?.addresses ?? []
  const form = useStepForm(shippingStep(!user), () => withAddress(checkoutForm(), addresses))
  const { register, control, handleSubmit, getValues, setValue, formState } = form
  const [type, shipping, method] = useWatch({ control, name: ['type', 'shipping', 'shipping_method'] })
  const delivery = type === 'D'
  const quotes = useQuotes(quoteDestination({ type, shipping }), cart)
  const isBlocked = delivery && !quotes.list.some(({ name }) => name === method)
  const copiedValues = useRef<Partial<CheckoutForm['shipping']>>({})

  function copyContactToAddress() {
    if (getValues('type') !== 'D') return
    for (const name of sharedFields) {
      const contactValue = user && name !== 'phone_number' ? user[name] : getValues(name)
      const addressValue = getValues(`shipping.${name}`)
      if (addressValue !== '' && addressValue !== copiedValues.current[name]) continue
      copiedValues.current[name] = contactValue
      setValue(`shipping.${name}`, contactValue, { shouldValidate: formState.isSubmitted })
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(() => navigate(paths.payment, { viewTransition: true }))}
      className="grid gap-10"
    >
      {user ? <OrderingAs user={user} /> : <ContactFields form={form} onLeave={copyContactToAddress} />}
      <FormSection title="Pickup or Delivery">
        <ShippingTypes register={register} onChange={copyContactToAddress} />
        {!delivery && <PickupDetails className="mt-3" />}
      </FormSection>
      {delivery && <Destination form={form} addresses={addresses} />}
      {delivery && (
        <ShippingMethods register={register} quotes={quotes} error={formState.errors.shipping_method?.message} />
      )}
      <TextArea
        label="Comments"
        optional
        rows={3}
        hint="Anything we should know about this order?"
        maxLength={COMMENTS_LIMIT}
        error={formState.errors.comments?.message}
        {...register('comments')}
      />
      <div className="grid gap-2 sm:justify-items-start">
        <Button
          type="submit"
          className="sm:min-w-56"
          disabled={isBlocked}
          aria-describedby={isBlocked ? 'next-needs' : undefined}
        >
          Next Step
        </Button>
        {isBlocked && (
          <p id="next-needs" className="text-note text-muted">
            Choose a shipping method to continue.
          </p>
        )}
      </div>
    </form>
  )
}
