import Plus from 'lucide-react/icons/plus'
import type { Cart } from '#contract/cart/calls.ts'
import { ReceiptLines } from '#web/account/orders/ReceiptLines.tsx'
import { ReceiptTotals, renderFigure } from '#web/account/orders/ReceiptTotals.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { useTotals } from './use-totals.ts'

/** Lines and the totals known so far, next to the steps. */
export const OrderSummary = ({ cart }: { cart: Cart }) => (
  <SummaryCard title="Your Order">
    <Figures cart={cart} />
  </SummaryCard>
)

/** Collapsible summary above a step in narrow windows: the total is visible, the rest on demand. */
export const CollapsedSummary = ({ cart }: { cart: Cart }) => (
  <details className="group mb-8 rounded-card border border-hairline bg-raised">
    <summary className="flex min-h-14 list-none items-center gap-2 px-5 [&::-webkit-details-marker]:hidden">
      <span>Order summary</span>
      <Plus size={18} className="shrink-0 text-muted transition-transform group-open:rotate-45" aria-hidden />
      <Total cart={cart} />
    </summary>
    <div className="border-t border-hairline p-5">
      <Figures cart={cart} />
    </div>
  </details>
)

/** Above the last step: shows the total before the buyer scrolls down to the button. */
export const TotalBanner = ({ cart }: { cart: Cart }) => (
  <p className="mb-8 flex min-h-14 items-center rounded-card border border-hairline bg-raised px-5">
    {cart.quantity === 1 ? '1 item' : `${cart.quantity} items`}
    <Total cart={cart} />
  </p>
)

function Figures({ cart }: { cart: Cart }) {
  const { totals, delivery, open } = useTotals(cart)
  return (
    <>
      <ReceiptLines lines={cartLines(cart)} className="mb-2 border-b border-hairline" />
      <ReceiptTotals totals={totals} delivery={delivery} open={open} />
    </>
  )
}

/** Shows the price of the goods until the total is known. */
function Total({ cart }: { cart: Cart }) {
  const { totals, open } = useTotals(cart)
  const subTotal = (
    <>
      <span className="mr-2 text-note font-normal text-muted">Sub Total</span>
      <Money value={totals.sub_total} />
    </>
  )
  return (
    <span className="ml-auto text-right text-lead font-[580]">
      {renderFigure(open.total, totals.order_total, subTotal)}
    </span>
  )
}

/** Maps the cart's lines to the shape of order lines. */
export const cartLines = (cart: Cart) =>
  cart.line_items.map(({ product, ...line }) => ({
    ...line,
    id: line.product_id,
    name: product.product_name,
    image: product.image,
  }))
