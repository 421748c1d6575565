import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { messages } from '#contract/base/messages.ts'
import type { Cart } from '#contract/cart/calls.ts'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { EmptyState } from '#web/page/EmptyState.tsx'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CartLine } from './CartLine.tsx'
import { CartSummary, REASON_ID } from './CartSummary.tsx'
import { checkoutBlockReason, isCartRedirect } from './checkout-block-reason.ts'
import { type CartFailure, useCartFailure, usePendingChanges } from './line-changes.ts'
import { withPending } from './pending-cart.ts'

export default function CartPage({ emptyContent }: { emptyContent: ReactNode }) {
  const serverCart = usePersonal('cart')
  const pending = usePendingChanges()
  const failure = useCartFailure()
  const cart = serverCart && withPending(serverCart, pending)
  const reason = useBlockReason(cart)
  const heading = useRef<HTMLHeadingElement>(null)
  const [removed, setRemoved] = useState<string>()
  const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Shopping Cart' }]
  return (
    <>
      <PageHead title="Shopping Cart" description="Review the items in your cart and check out." />
      <PageFrame crumbs={crumbs} title="Shopping Cart">
        {failure && <Failed failure={failure} />}
        {reason && (
          <Alert tone="warning" id={REASON_ID} className="mb-8">
            {reason}
          </Alert>
        )}
        {!cart?.line_items.length && emptyContent}
        <WithAside
          aside={
            <>
              <CartSummary cart={cart} reasonShown={reason !== undefined} />
              <Help />
            </>
          }
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-ink pb-3">
            <h2 ref={heading} tabIndex={-1} className="display text-title">
              Your Cart ({cart?.quantity ?? 0})
            </h2>
            <PageLink to={paths.packages} className="tap-target text-link">
              Continue shopping
            </PageLink>
          </div>
          <span role="status" className="sr-only">
            {removed && `${removed} was removed.`}
          </span>
          {!cart || cart.line_items.length === 0 ? (
            <EmptyState
              title={messages.cartEmpty}
              className="mt-6"
              action={<ButtonLink to={paths.productFinder}>Find what you need</ButtonLink>}
            >
              Packages and products that you add are kept here.
            </EmptyState>
          ) : (
            <ul className="@container divide-y divide-hairline">
              {cart.line_items.map((line) => (
                <CartLine key={line.id} line={line} heading={heading} onRemoved={setRemoved} />
              ))}
            </ul>
          )}
        </WithAside>
      </PageFrame>
    </>
  )
}

/**
 * Returns why a checkout step redirected to the cart; undefined once the cart can be ordered, and for an empty cart,
 * which is self-explanatory.
 */
function useBlockReason(cart: Cart | null): string | undefined {
  const { state } = useLocation()
  // Navigation state is unavailable on the server.
  const hydrated = useHydrated()
  return hydrated && isCartRedirect(state) && cart?.line_items.length ? checkoutBlockReason(cart) : undefined
}

function Failed({ failure: { message, reason } }: { failure: CartFailure }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert tone="danger" ref={alert} className="mb-8 scroll-mt-28">
      <p>{message}</p>
      {reason && <p className="font-normal">{reason}</p>}
    </Alert>
  )
}

const Help = () => (
  <section className="mt-5 rounded-card bg-sunken p-5 sm:p-6">
    <h2 className="font-[560]">Need help?</h2>
    <p className="mt-1 text-note text-muted">
      Questions about delivery, pickup or payment?{' '}
      <PageLink to={paths.faqs} className="text-link text-ink">
        See our FAQs
      </PageLink>
      .
    </p>
  </section>
)
