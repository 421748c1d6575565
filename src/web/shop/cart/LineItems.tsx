import type { LineItem } from '#contract/cart/calls.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

/** A short, read-only list of the cart's lines. */
export function LineItems({ lines }: { lines: readonly LineItem[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-[4rem_1fr_auto] gap-x-4 py-4">
          <Thumbnail src={line.product.image} className="rounded-field" />
          <div className="grid content-start gap-0.5">
            <PageLink to={line.product.url} className="leading-snug font-[520] hover:underline">
              {line.product.product_name}
            </PageLink>
            <span className="figures text-note text-muted">
              {line.quantity} × <Money value={line.price} />
            </span>
            {!line.available && <span className="text-note text-warning">Not available in this quantity</span>}
          </div>
          <Money value={line.total_price} className="font-[520]" />
        </li>
      ))}
    </ul>
  )
}
