import type { Cart } from '#contract/cart.ts'
import { messages } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { formatMoney, Money } from '#web/ui/Money.tsx'
import { SummaryCard, SummaryRow } from '#web/ui/SummaryCard.tsx'
import { toCents } from './preview.ts'

const WHY = 'why-not-yet'

/** What the cart comes to and the way on; where there is none yet, why. */
export function CartSummary({ cart }: { cart: Cart | null }) {
  const reason = whyNotYet(cart)
  return (
    <SummaryCard title="Summary">
      <dl>
        {cart && cart.pv > 0 && <SummaryRow label="Points">{cart.pv} PV</SummaryRow>}
        {cart && cart.minimum_sub_total > 0 && (
          <SummaryRow label="Minimum">
            <Money value={cart.minimum_sub_total} />
          </SummaryRow>
        )}
        <SummaryRow label="Sub Total" strong>
          <Money value={cart?.sub_total ?? 0} />
        </SummaryRow>
      </dl>
      {reason && (
        <p id={WHY} role="status" className="mt-3 rounded-field bg-warning-tint px-3.5 py-2.5 text-note text-warning">
          {reason}
        </p>
      )}
      {reason ? (
        <Button className="mt-5 w-full" aria-describedby={WHY} onClick={toTop}>
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

function whyNotYet(cart: Cart | null): string | undefined {
  if (!cart || cart.line_items.length === 0) return messages.cartEmpty
  const missing = toCents(cart.minimum_sub_total) - toCents(cart.sub_total)
  if (missing <= 0) return undefined
  return `The smallest order is ${formatMoney(cart.minimum_sub_total)}. Add ${formatMoney(missing / 100)} more to check out.`
}

const toTop = () => window.scrollTo({ top: 0 })
