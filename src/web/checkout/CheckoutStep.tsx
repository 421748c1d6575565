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
import { useCheckoutForm } from './checkout-store.ts'
import { StepSkeleton } from './StepSkeleton.tsx'
import { detour, STEPS, type Step, stepNames } from './steps.ts'

type CheckoutStepProps = {
  step: Step
  /** Shown above everything: what went wrong. */
  alert?: ReactNode
  aside: (cart: Cart) => ReactNode
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
  const elsewhere = ready && !stays ? detour(step, form, cart, user === null, shop.payment_types) : undefined
  const name = stepNames[step]
  const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Shopping Cart', to: paths.cart }, { label: name }]
  return (
    <>
      <PageHead title={`${name} – Checkout`} />
      <PageFrame crumbs={crumbs} title={name} aside={<StepCount step={step} />}>
        {elsewhere && <Navigate replace to={elsewhere} state={elsewhere === paths.cart ? sentBack : null} />}
        <noscript>
          <Alert tone="warning" className="mb-8">
            Checking out needs JavaScript. Please switch it on, or call us to order.
          </Alert>
        </noscript>
        {/* The footer waits below the first screen, so that it does not move when the step appears. */}
        <div className="min-h-dvh">
          {ready && cart && !elsewhere ? (
            <>
              {alert}
              <WithAside aside={aside(cart)}>{children(cart)}</WithAside>
            </>
          ) : (
            <StepSkeleton step={step} />
          )}
        </div>
      </PageFrame>
    </>
  )
}

const StepCount = ({ step }: { step: Step }) => (
  <p className="figures text-note text-muted">
    Step {STEPS.indexOf(step) + 1} of {STEPS.length}
  </p>
)
