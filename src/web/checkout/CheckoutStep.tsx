import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { usePendingChanges } from '#web/cart/line-changes.ts'
import { withPending } from '#web/cart/pending-cart.ts'
import { sentBack } from '#web/cart/why-not-yet.ts'
import { paths } from '#web/client/paths.ts'
import { usePersonal } from '#web/client/personal.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { useCheckoutForm } from './checkout-store.ts'
import { FoldedSummary, OrderSummary, TotalAhead } from './OrderSummary.tsx'
import { StepBar } from './StepBar.tsx'
import { StepSkeleton } from './StepSkeleton.tsx'
import { detour, type Step, stepNames } from './steps.ts'

type CheckoutStepProps = {
  step: Step
  /** Shown above everything: what went wrong. */
  alert?: ReactNode
  /** Instead of the order's summary, which otherwise is beside the step. */
  aside?: (cart: Cart) => ReactNode
  /** Keeps the step on screen whatever has become of the cart: it is submitting, or shows an error. */
  stays?: boolean
  /** The cart as it was submitted, shown until the page is left. */
  submitted?: Cart | undefined
  children: (cart: Cart) => ReactNode
}

/** The frame of a step: one page for everyone, filled by the browser once it knows cart and form. */
export function CheckoutStep({ step, alert, aside, stays = false, submitted, children }: CheckoutStepProps) {
  const ready = useHydrated()
  const known = usePersonal('cart')
  const user = usePersonal('user')
  const pending = usePendingChanges()
  const cart = submitted ?? (known && withPending(known, pending))
  const form = useCheckoutForm()
  const { data: shop } = useSuspenseQuery(shopQuery())
  const wide = useWide()
  const elsewhere = ready && !stays ? detour(step, form, cart, user === null, shop.payment_types) : undefined
  const name = stepNames[step]
  const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Shopping Cart', to: paths.cart }, { label: name }]
  return (
    <>
      <PageHead title={`${name} – Checkout`} />
      <PageFrame crumbs={crumbs} title={name} aside={<StepBar step={step} />}>
        {elsewhere && <Navigate replace to={elsewhere} state={elsewhere === paths.cart ? sentBack : null} />}
        <noscript>
          <Alert tone="warning" className="mb-8">
            Checkout requires JavaScript. Please turn it on, or call us to order.
          </Alert>
        </noscript>
        {/* The footer waits below the first screen, so that it does not move when the step appears. */}
        <div className="min-h-dvh">
          {ready && cart && !elsewhere ? (
            <>
              {alert}
              {!wide && cart.quantity > 0 && (aside ? <TotalAhead cart={cart} /> : <FoldedSummary cart={cart} />)}
              <WithAside aside={aside ? aside(cart) : wide && <OrderSummary cart={cart} />}>{children(cart)}</WithAside>
            </>
          ) : (
            <StepSkeleton step={step} />
          )}
        </div>
      </PageFrame>
    </>
  )
}
