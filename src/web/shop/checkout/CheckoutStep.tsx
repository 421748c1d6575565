import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Cart } from '#contract/cart/calls.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { cartRedirectState } from '#web/shop/cart/checkout-block-reason.ts'
import { usePendingChanges } from '#web/shop/cart/line-changes.ts'
import { withPending } from '#web/shop/cart/pending-cart.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { useCheckoutForm } from './checkout-store.ts'
import { CollapsedSummary, OrderSummary, TotalBanner } from './OrderSummary.tsx'
import { StepBar } from './StepBar.tsx'
import { StepSkeleton } from './StepSkeleton.tsx'
import { findRedirect, type Step, stepNames } from './steps.ts'

type CheckoutStepProps = {
  step: Step
  /** Error shown at the top. */
  alert?: ReactNode
  /** Replaces the order summary next to the step. */
  aside?: (cart: Cart) => ReactNode
  /** Keeps the step visible even if the cart changes, while it submits or shows an error. */
  keepsVisible?: boolean
  /** The cart as submitted, shown until the user leaves the page. */
  submitted?: Cart | undefined
  children: (cart: Cart) => ReactNode
}

/**
 * Frame of a checkout step: the server renders the same page for everyone, and the browser fills it once cart and form
 * are known.
 */
export function CheckoutStep({ step, alert, aside, keepsVisible = false, submitted, children }: CheckoutStepProps) {
  const ready = useHydrated()
  const serverCart = usePersonal('cart')
  const user = usePersonal('user')
  const pending = usePendingChanges()
  const cart = submitted ?? (serverCart && withPending(serverCart, pending))
  const form = useCheckoutForm()
  const { data: shop } = useSuspenseQuery(shopQuery())
  const isWide = useWide()
  const redirectPath =
    ready && !keepsVisible ? findRedirect(step, form, cart, user === null, shop.payment_types) : undefined
  const name = stepNames[step]
  const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Shopping Cart', to: paths.cart }, { label: name }]
  return (
    <>
      <PageHead title={`${name} – Checkout`} />
      <PageFrame crumbs={crumbs} title={name} aside={<StepBar step={step} />}>
        {redirectPath && (
          <Navigate replace to={redirectPath} state={redirectPath === paths.cart ? cartRedirectState : null} />
        )}
        <noscript>
          <Alert tone="warning" className="mb-8">
            Checkout requires JavaScript. Please turn it on, or call us to order.
          </Alert>
        </noscript>
        {/* Keeps the footer below the fold, so that it does not shift when the step appears. */}
        <div className="min-h-dvh">
          {ready && cart && !redirectPath ? (
            <>
              {alert}
              {!isWide && cart.quantity > 0 && (aside ? <TotalBanner cart={cart} /> : <CollapsedSummary cart={cart} />)}
              <WithAside aside={aside ? aside(cart) : isWide && <OrderSummary cart={cart} />}>
                {children(cart)}
              </WithAside>
            </>
          ) : (
            <StepSkeleton step={step} />
          )}
        </div>
      </PageFrame>
    </>
  )
}
