import type { Cart } from '#contract/cart.ts'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { useCheckoutForm } from './checkout-store.ts'
import { previewTotals } from './preview.ts'
import { quotePlace } from './queries.ts'
import { ReceiptLines } from './ReceiptLines.tsx'
import { ReceiptTotals } from './ReceiptTotals.tsx'
import { useQuotes } from './use-quotes.ts'

/** Beside the steps: what is bought and what it comes to, as far as that is known. */
export function OrderSummary({ cart }: { cart: Cart }) {
  const form = useCheckoutForm()
  const delivery = form.type === 'D'
  const quotes = useQuotes(quotePlace(form), cart)
  const quote = quotes.list.find(({ name }) => name === form.shipping_method)
  return (
    <SummaryCard title="Your Order">
      <ReceiptLines lines={cartLines(cart)} className="mb-2 border-b border-hairline" />
      <ReceiptTotals
        totals={previewTotals(cart, delivery, quote)}
        delivery={delivery}
        shipping={!delivery || quote ? 'known' : quotes.fetching ? 'fetching' : 'missing'}
      />
    </SummaryCard>
  )
}

/** The cart's lines the way an order has them. */
export const cartLines = (cart: Cart) =>
  cart.line_items.map(({ product, ...line }) => ({
    ...line,
    id: line.product_id,
    name: product.product_name,
    image: product.image,
  }))
