import type { ReactNode } from 'react'
import type { OrderTotals } from '#contract/orders/calls.ts'
import { discountLabel, exemptionLabel, taxLabel } from '#contract/orders/labels.ts'
import { Money } from '#web/ui/Money.tsx'
import { SummaryRow } from '#web/ui/SummaryCard.tsx'

/** State of a figure that the server computes. */
export type Progress = 'known' | 'fetching' | 'missing'

type ReceiptTotalsProps = {
  totals: OrderTotals
  delivery: boolean
  /** Set before the order is placed, so that unknown amounts are not shown as known. */
  open?: { shipping: Progress; total: Progress }
}

/** Amounts from sub-total to total, in the receipt's order. */
export const ReceiptTotals = ({ totals, delivery, open }: ReceiptTotalsProps) => (
  <dl>
    <SummaryRow label="Sub Total">
      <Money value={totals.sub_total} />
    </SummaryRow>
    {totals.discount > 0 && (
      <SummaryRow label={discountLabel(totals)}>
        <Money value={-totals.discount} />
      </SummaryRow>
    )}
    {delivery && (
      <>
        <SummaryRow label="Insurance">
          <Money value={totals.insurance} />
        </SummaryRow>
        <SummaryRow label="Shipping">
          {renderFigure(
            open?.shipping,
            totals.shipping_price,
            <span className="text-note text-muted">Not selected</span>,
          )}
        </SummaryRow>
      </>
    )}
    {(open || totals.tax > 0 || totals.tax_certificate) && (
      <SummaryRow label={exemptionLabel(totals) ?? taxLabel(totals.taxes)}>
        {renderFigure(open?.total, totals.tax, '–')}
      </SummaryRow>
    )}
    <SummaryRow label="Total" strong>
      {renderFigure(open?.total, totals.order_total, '–')}
    </SummaryRow>
  </dl>
)

/** Formats a figure as far as it is known. */
export function renderFigure(progress: Progress | undefined, value: number, missing: ReactNode): ReactNode {
  if (progress === 'missing') return missing
  return progress === 'fetching' ? <span className="text-muted">…</span> : <Money value={value} />
}
