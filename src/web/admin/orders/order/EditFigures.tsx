import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DISCOUNT_HINT } from '../new/discount-hint.ts'
import type { OrderRecord } from './order-record.ts'

type EditFiguresProps = {
  before: OrderRecord['order']
  balance: number
  preview: AdminResponse<'previewEdit'> | undefined
  error: string | undefined
  isLoading: boolean
}

const rows = [
  ['Sub-total', 'sub_total'],
  ['Discount', 'discount'],
  ['Insurance', 'insurance'],
  ['Shipping', 'shipping_price'],
  ['Tax', 'tax'],
  ['Total', 'order_total'],
] as const

/** Totals before and after the edit, and the effect on the balance. */
export function EditFigures({ before, balance, preview, error, isLoading }: EditFiguresProps) {
  if (error) return <p className="text-danger">{error}</p>
  if (!preview)
    return isLoading ? (
      <Skeleton className="h-40" />
    ) : (
      <p className="text-muted">Change something to see the new total.</p>
    )
  const newBalance = Math.round((balance + preview.difference) * 100) / 100
  return (
    <div className="grid gap-3">
      <table aria-label="Before and after" className="figures w-full text-right">
        <thead className="text-small text-muted">
          <tr className="*:pb-1 *:font-normal">
            <th scope="col" className="text-left">
              <span className="sr-only">Amount</span>
            </th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, field]) => (
            <tr
              key={field}
              className={cx(
                field === 'order_total' && 'border-t border-ink font-[560]',
                '*:py-0.5 *:pl-3 *:first:pl-0',
              )}
            >
              <th scope="row" className={cx('text-left', field === 'order_total' ? 'font-[560]' : 'font-normal')}>
                {name}
              </th>
              <td className="text-muted">{formatDollars(before[field])}</td>
              <td>{formatDollars(preview[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="figures">
        {preview.difference === 0
          ? 'The total does not change.'
          : `${formatDollars(Math.abs(preview.difference))} ${preview.difference > 0 ? 'more' : 'less'} than before.`}{' '}
        {newBalance > 0
          ? `The customer will owe ${formatDollars(newBalance)}.`
          : newBalance < 0
            ? `A refund of ${formatDollars(-newBalance)} will be due.`
            : 'The order will be paid in full.'}
      </p>
      {preview.discount_block_reason !== null && (
        <p role="status" className="text-warning">
          {preview.discount_block_reason}
        </p>
      )}
      {preview.discount_needs_authentication && <p className="text-muted">{DISCOUNT_HINT}</p>}
      <p className="text-small text-muted">
        Existing items keep their price; new ones use today’s. Tax is as of the order date. The customer gets an email.
      </p>
    </div>
  )
}
