import { Money } from '#web/ui/Money.tsx'
import { SummaryRow } from '#web/ui/SummaryCard.tsx'
import type { Totals } from './preview.ts'

type ReceiptTotalsProps = {
  totals: Totals
  delivery: boolean
  /** Without a shipping price neither it nor the total is shown as if it were known. */
  shipping?: 'known' | 'fetching' | 'missing'
}

/** From the sub-total to the total, in the receipt's order. */
export const ReceiptTotals = ({ totals, delivery, shipping = 'known' }: ReceiptTotalsProps) => (
  <dl>
    <SummaryRow label="Sub Total">
      <Money value={totals.sub_total} />
    </SummaryRow>
    {delivery && (
      <>
        <SummaryRow label="Insurance">
          <Money value={totals.insurance} />
        </SummaryRow>
        <SummaryRow label="Shipping">
          {shipping === 'known' ? (
            <Money value={totals.shipping_price} />
          ) : shipping === 'fetching' ? (
            <span className="text-muted">…</span>
          ) : (
            <span className="text-note text-muted">To be chosen</span>
          )}
        </SummaryRow>
      </>
    )}
    {totals.tax > 0 && (
      <SummaryRow label="Tax">
        <Money value={totals.tax} />
      </SummaryRow>
    )}
    <SummaryRow label="Total" strong>
      {shipping === 'known' ? <Money value={totals.order_total} /> : '–'}
    </SummaryRow>
  </dl>
)
