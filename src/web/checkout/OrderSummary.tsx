import type { Cart } from '#contract/cart.ts'
import { ReceiptLines } from '#web/order/ReceiptLines.tsx'
import { ReceiptTotals } from '#web/order/ReceiptTotals.tsx'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { useTotals } from './use-totals.ts'

/** Beside the steps: the lines and the totals, as far as they are known. */
export function OrderSummary({ cart }: { cart: Cart }) {
  const { totals, delivery, open } = useTotals(cart)
  return (
    <SummaryCard title="Your Order">
      <ReceiptLines lines={cartLines(cart)} className="mb-2 border-b border-hairline" />
      <ReceiptTotals totals={totals} delivery={delivery} open={open} />
    </SummaryCard>
  )
}

/** The cart's lines in the shape of an order's. */
export const cartLines = (cart: Cart) =>
  cart.line_items.map(({ product, ...line }) => ({
    ...line,
    id: line.product_id,
    name: product.product_name,
    image: product.image,
  }))
