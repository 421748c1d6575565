import { Money } from '#web/ui/Money.tsx'
import { SummaryRow } from '#web/ui/SummaryCard.tsx'
import type { Totals } from './preview.ts'

type ReceiptTotalsProps = {
  totals: Totals
  delivery: boolean
  /** False while the shipping price is not: then neither it nor the total is shown as if it were. */
  known?: boolean
}

const Unknown = () => <span className="text-note text-muted">Choose a shipping method</span>

/** From the sub-total to the total, in the receipt's order. */
export const ReceiptTotals = ({ totals, delivery, known = true }: ReceiptTotalsProps) => (
  <dl>
    <SummaryRow label="Sub Total">
      <Money value={totals.sub_total} />
    </SummaryRow>
    {delivery && (
      <>
        <SummaryRow label="Insurance">
          <Money value={totals.insurance} />
        </SummaryRow>
        <SummaryRow label="Shipping">{known ? <Money value={totals.shipping_price} /> : <Unknown />}</SummaryRow>
      </>
    )}
    {totals.tax > 0 && (
      <SummaryRow label="Tax">
        <Money value={totals.tax} />
      </SummaryRow>
    )}
    <SummaryRow label="Total" strong>
      {known ? <Money value={totals.order_total} /> : '–'}
    </SummaryRow>
  </dl>
)
