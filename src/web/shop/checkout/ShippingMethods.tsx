import type { UseFormRegister } from 'react-hook-form'
import { messages } from '#contract/base/messages.ts'
import { FormSection } from '#web/forms/FormSection.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioCard } from '#web/ui/fields.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { CheckoutForm } from './checkout-form.ts'
import { SignInAgain } from './SignInAgain.tsx'
import type { Quotes } from './use-quotes.ts'

type ShippingMethodsProps = { register: UseFormRegister<CheckoutForm>; quotes: Quotes; error: string | undefined }

/** Shipping methods for the ZIP with their prices; one must be selected. */
export function ShippingMethods({ register, quotes, error }: ShippingMethodsProps) {
  const field = register('shipping_method')
  return (
    <FormSection title="Shipping Method">
      <div className="grid gap-3" aria-live="polite" aria-busy={quotes.fetching}>
        {quotes.list.map(({ name, label, price }) => (
          <RadioCard key={name} title={label} aside={<Money value={price} />} value={name} {...field} />
        ))}
        {quotes.fetching && (
          <>
            <span className="sr-only">Loading shipping methods…</span>
            <Skeleton className="h-15 rounded-card" />
            <Skeleton className="h-15 rounded-card" />
          </>
        )}
        {!quotes.hasDestination && (
          <p className="rounded-card bg-sunken p-5 text-muted">
            Enter your ZIP code to see shipping options and rates.
          </p>
        )}
        {quotes.error && (
          <Alert tone="danger">
            {quotes.error}
            {quotes.signedOut && <SignInAgain step="shipping" />}
            {quotes.retry && (
              <Button kind="quiet" className="-ml-3 justify-self-start" onClick={quotes.retry}>
                Try again
              </Button>
            )}
          </Alert>
        )}
        {error && <p className="text-note font-[520] text-danger">{error}</p>}
      </div>
      <p className="mt-4 text-note text-muted">{messages.cutOffNotice}</p>
    </FormSection>
  )
}
