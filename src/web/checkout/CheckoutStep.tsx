import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { PageHead } from '#web/layout/PageHead.tsx'
import { paths } from '#web/paths.ts'
import { usePersonal } from '#web/personal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useCheckoutForm } from './checkout-store.ts'
import { StepSkeleton } from './StepSkeleton.tsx'
import { detour, STEPS, type Step, stepNames } from './steps.ts'

type CheckoutStepProps = {
  step: Step
  /** Above everything: what went wrong. */
  alert?: ReactNode
  aside: (cart: Cart) => ReactNode
  /** The step is being left by its own doing: it stays as it is, whatever becomes of the cart. */
  leaving?: boolean
  children: (cart: Cart) => ReactNode
}

/** The frame of a step: one page for everyone, filled by the browser once it knows cart and form. */
export function CheckoutStep({ step, alert, aside, leaving = false, children }: CheckoutStepProps) {
  const ready = useHydrated()
  const { cart, user } = usePersonal()
  const form = useCheckoutForm()
  const elsewhere = ready && !leaving ? detour(step, form, cart, user === null) : undefined
  const name = stepNames[step]
  const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Shopping Cart', to: paths.cart }, { label: name }]
  return (
    <>
      <PageHead title={`${name} – Checkout`} />
      <PageFrame crumbs={crumbs} title={name} aside={<StepCount step={step} />}>
        {elsewhere && <Navigate replace to={elsewhere} />}
        <noscript>
          <Alert tone="warning" className="mb-8">
            Checking out needs JavaScript. Please switch it on, or call us to order.
          </Alert>
        </noscript>
        {/* The footer waits below the first screen, so that it does not move when the step takes its place. */}
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
