import { useSuspenseQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/cart/calls.ts'
import { Pv } from '#web/account/points/Pv.tsx'
import { paths } from '#web/api/paths.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SummaryCard, SummaryRow } from '#web/ui/SummaryCard.tsx'
import { checkoutBlockReason } from './checkout-block-reason.ts'

/** Id of the element that shows the reason. */
export const REASON_ID = 'why-not-yet'

type CartSummaryProps = {
  cart: Cart | null
  /** True when the page already shows elsewhere why the cart cannot be ordered. */
  reasonShown: boolean
}

/** Totals and the checkout link, or the reason why checkout is not possible. */
export function CartSummary({ cart, reasonShown }: CartSummaryProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const minimum = cart ? cart.minimum_sub_total : shop.minimum_sub_total
  const reason = checkoutBlockReason(cart)
  const isEmpty = !cart?.line_items.length
  return (
    <SummaryCard title="Summary">
      <dl>
        {cart && cart.pv > 0 && (
          <SummaryRow label="Points">
            <Pv points={cart.pv} />
          </SummaryRow>
        )}
        {minimum > 0 && (
          <SummaryRow label="Order minimum">
            <Money value={minimum} />
          </SummaryRow>
        )}
        <SummaryRow label="Sub Total" strong>
          <Money value={cart?.sub_total ?? 0} />
        </SummaryRow>
      </dl>
      {/* The page already says that the cart is empty. */}
      {reason && !reasonShown && !isEmpty && (
        <p
          id={REASON_ID}
          role="status"
          className="mt-3 rounded-field bg-warning-tint px-3.5 py-2.5 text-note text-warning"
        >
          {reason}
        </p>
      )}
      {reason ? (
        // In an empty cart, shopping is the primary action.
        <Button
          kind={isEmpty ? 'secondary' : 'primary'}
          className="mt-5 w-full"
          aria-describedby={isEmpty ? undefined : REASON_ID}
          onClick={scrollToTop}
        >
          Proceed to Checkout
        </Button>
      ) : (
        <ButtonLink to={paths.shipping} className="mt-5 w-full">
          Proceed to Checkout
        </ButtonLink>
      )}
      <p className="mt-4 text-note text-muted">Delivery adds shipping and insurance; pickup is free.</p>
    </SummaryCard>
  )
}

const scrollToTop = () => window.scrollTo({ top: 0 })
