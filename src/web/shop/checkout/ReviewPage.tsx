import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messages } from '#contract/base/messages.ts'
import type { Cart } from '#contract/cart/calls.ts'
import { paymentNames } from '#contract/orders/labels.ts'
import { ReceiptLines } from '#web/account/orders/ReceiptLines.tsx'
import { ReceiptTotals } from '#web/account/orders/ReceiptTotals.tsx'
import { paths } from '#web/api/paths.ts'
import { LegalLinks } from '#web/page/LegalLinks.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { CheckoutStep } from './CheckoutStep.tsx'
import { CompletedShipping } from './CompletedShipping.tsx'
import { CompletedStep } from './CompletedStep.tsx'
import { SubmittedForm, useCheckoutForm } from './checkout-store.ts'
import { cartLines } from './OrderSummary.tsx'
import { PlacementFailed } from './PlacementFailed.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { stepNames } from './steps.ts'
import { isCartEmpty, usePlaceOrder } from './use-place-order.ts'
import { type Totals, useTotals } from './use-totals.ts'

export default function ReviewPage() {
  const { error, submittedAt, busy, submitted, placeOrder } = usePlaceOrder()
  const isNothingToOrder = (cart: Cart) => isCartEmpty(error) && cart.line_items.length === 0
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces every failed attempt
  useEffect(() => {
    if (!error) return
    window.scrollTo({ top: 0 })
    alert.current?.focus({ preventScroll: true })
  }, [error, submittedAt])

  return (
    <SubmittedForm value={submitted?.form}>
      <CheckoutStep
        step="review"
        keepsVisible={busy || error !== null}
        submitted={submitted?.cart}
        alert={error && <PlacementFailed ref={alert} error={error} />}
        aside={(cart) =>
          !isNothingToOrder(cart) && (
            <PlaceOrderCard cart={cart} busy={busy} onPlace={(total) => placeOrder({ cart, total })} />
          )
        }
      >
        {(cart) => !isNothingToOrder(cart) && <CompletedSteps cart={cart} />}
      </CheckoutStep>
    </SubmittedForm>
  )
}

function CompletedSteps({ cart }: { cart: Cart }) {
  const form = useCheckoutForm()
  return (
    <>
      <CompletedShipping cart={cart} />
      <CompletedStep title={stepNames.payment} to={paths.payment}>
        <p>{paymentNames[form.payment.payment_type]}</p>
      </CompletedStep>
      <section className="border-t border-hairline py-5">
        <div className="mb-5 flex items-baseline justify-between gap-6">
          <h2 className="display text-lead">Your Order</h2>
          <PageLink to={paths.cart} className="tap-target text-link" aria-label="Edit Your Order">
            Edit
          </PageLink>
        </div>
        <ReceiptLines lines={cartLines(cart)} />
      </section>
    </>
  )
}

type PlaceOrderCardProps = { cart: Cart; busy: boolean; onPlace: (total: number) => void }

function PlaceOrderCard({ cart, busy, onPlace }: PlaceOrderCardProps) {
  const { totals, delivery, open, error, retry, signedOut } = useTotals(cart)
  const { data: shop } = useSuspenseQuery(shopQuery())
  // Blocks ordering until the total is visible.
  const isTotalKnown = open.total === 'known'
  return (
    <SummaryCard title="Summary">
      <ReceiptTotals totals={totals} delivery={delivery} open={open} />
      {open.total === 'missing' && (
        <p className="mt-3 text-note text-danger">
          {error ?? 'The shipping method you chose is no longer available.'}{' '}
          <TotalRecovery signedOut={signedOut} retry={retry} />
        </p>
      )}
      <Button
        className="mt-5 w-full"
        busy={busy}
        busyText="Placing Order…"
        disabled={!isTotalKnown}
        onClick={() => onPlace(totals.order_total)}
      >
        Place Order
      </Button>
      <p className="mt-4 text-note text-muted">{messages.cutOffNotice}</p>
      {shop.navigation.legal.length > 0 && (
        <nav aria-label="Before you order" className="mt-4">
          <LegalLinks links={shop.navigation.legal} isInNewTab />
        </nav>
      )}
    </SummaryCard>
  )
}

function TotalRecovery({ signedOut, retry }: Pick<Totals, 'signedOut' | 'retry'>) {
  if (signedOut) return <SignInAgain />
  if (retry) {
    return (
      <button type="button" className="text-link" onClick={retry}>
        Try again
      </button>
    )
  }
  return (
    <PageLink to={paths.shipping} className="text-link">
      Choose again
    </PageLink>
  )
}
