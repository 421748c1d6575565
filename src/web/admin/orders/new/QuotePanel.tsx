import { errorMessage } from '#web/admin/api/error-messages.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { DISCOUNT_HINT } from './discount-hint.ts'
import { type Draft, PLACEHOLDER_REASON } from './draft.ts'
import type { Quote } from './use-quote.ts'

type QuotePanelProps = { draft: Draft; quote: Quote | undefined; error: unknown; isCurrent: boolean }

/** Totals with each step of the calculation. */
export function QuotePanel({ draft, quote, error, isCurrent }: QuotePanelProps) {
  const message = error ? errorMessage(error) : undefined
  if (message)
    return (
      <p role="alert" className="text-danger">
        {message}
      </p>
    )
  if (!quote)
    return (
      <p className="text-muted">
        {draft.lines.length === 0
          ? 'The total appears here once you add a product.'
          : 'Enter state and ZIP to see shipping, tax and the total.'}
      </p>
    )
  return (
    <div aria-busy={!isCurrent} className={cx('grid gap-4 transition-opacity', !isCurrent && 'opacity-60')}>
      <dl className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-y-1.5">
        <Row name="Sub-total" value={quote.sub_total} />
        {quote.discount > 0 && (
          <Row
            name={quote.discount_percent === null ? 'Discount' : `Discount ${quote.discount_percent}%`}
            value={-quote.discount}
          />
        )}
        {draft.type === 'D' && <Row name="Shipping" value={quote.shipping_price} />}
        {quote.insurance > 0 && <Row name="Insurance" value={quote.insurance} />}
        {quote.taxes.map(({ state, percent, tax }) => (
          <Row
            key={`${state} ${percent}`}
            name={percent === null ? `Tax ${state}` : `Tax ${state} ${percent}%`}
            value={tax}
          />
        ))}
        {quote.taxes.length === 0 && quote.tax_certificate && <Row name="Tax (resale certificate)" value={0} />}
        <dt className="border-t border-ink pt-2 pr-6 text-lead font-[560]">Total</dt>
        <dd className="border-t border-ink pt-2 text-right text-lead font-[560]">
          <output aria-label="Total">
            <Money value={quote.order_total} />
          </output>
        </dd>
      </dl>
      {quote.license_block_reason !== null && (
        <p role="status" className="text-warning">
          {quote.license_block_reason}
        </p>
      )}
      {quote.discount_block_reason !== null && (
        <p role="status" className="text-warning">
          {quote.discount_block_reason}
        </p>
      )}
      {quote.discount_needs_authentication && <p className="text-muted">{DISCOUNT_HINT}</p>}
      {quote.under_minimum !== null && (
        <p role="status" className="text-warning">
          The minimum order is <Money value={quote.under_minimum} />.
        </p>
      )}
      <details open>
        <summary className="w-fit text-small text-muted">Price details</summary>
        <ol aria-label="Price details" className="figures grid gap-1 pt-2 text-small text-muted">
          {quote.price_steps.map((step) => (
            <li key={step}>{step.replace(` (${PLACEHOLDER_REASON})`, '')}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}

const Row = ({ name, value }: { name: string; value: number }) => (
  <>
    <dt className="pr-6 text-muted">{name}</dt>
    <dd className="text-right">
      <Money value={value} className="text-ink" />
    </dd>
  </>
)
