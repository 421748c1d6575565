import { useSuspenseQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paymentNames } from '#contract/orders/labels.ts'
import { PaymentDetails } from '#web/account/orders/PaymentDetails.tsx'
import { paths } from '#web/api/paths.ts'
import { FormSection } from '#web/forms/FormSection.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCard } from '#web/ui/fields.tsx'
import { CardFields } from './CardFields.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { CompletedShipping } from './CompletedShipping.tsx'
import { withOfferedPayment } from './checkout-form.ts'
import { checkoutForm, storeCheckoutForm } from './checkout-store.ts'
import { PaymentStep } from './steps.ts'
import { useStepForm } from './use-step-form.ts'

export default function PaymentPage() {
  return (
    <CheckoutStep step="payment">
      {(cart) => (
        <>
          <CompletedShipping cart={cart} />
          <PaymentForm />
        </>
      )}
    </CheckoutStep>
  )
}

const paymentNotes = {
  quickpay: 'Send it from your bank’s app to our phone number',
  check: 'Mail it or bring it when you pick up',
  card: 'Charged when the order is placed',
}

function PaymentForm() {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const navigate = useNavigate()
  const form = useStepForm(PaymentStep, () => withOfferedPayment(checkoutForm(), shop.payment_types))
  const { register, control, handleSubmit, formState } = form
  const type = useWatch({ control, name: 'payment.payment_type' })
  const error = formState.errors.payment?.payment_type?.message
  const field = register('payment.payment_type')
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ payment }) => {
        // Stores the payment even if the preselection was not changed.
        storeCheckoutForm({ payment: { ...payment } })
        navigate(paths.review, { viewTransition: true })
      })}
      className="grid gap-8 border-t border-hairline pt-7"
    >
      <FormSection title="How would you like to pay?">
        <div className="grid gap-3 sm:grid-cols-2">
          {shop.payment_types.map((paymentType) => (
            <RadioCard
              key={paymentType}
              title={paymentNames[paymentType]}
              note={paymentNotes[paymentType]}
              value={paymentType}
              aria-describedby={error ? 'payment-error' : undefined}
              {...field}
            />
          ))}
        </div>
        {error && (
          <p id="payment-error" className="mt-3 text-note font-[520] text-danger">
            {error}
          </p>
        )}
        {type === 'card' ? (
          <CardFields form={form} />
        ) : (
          <div className="mt-5 grid gap-4 rounded-card bg-sunken p-5 sm:p-6">
            <PaymentDetails type={type} />
          </div>
        )}
      </FormSection>
      <Button type="submit" className="sm:min-w-56 sm:justify-self-start">
        Next Step
      </Button>
    </form>
  )
}
