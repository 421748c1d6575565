import type { ReactNode } from 'react'
import { discountLabel, exemptionLabel, taxLabel } from '#contract/orders/labels.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { Section } from '../../ui/Section.tsx'
import { formatItems, type OrderRecord, returnedByLine, shippedByLine } from './order-record.ts'
import { TaskButton } from './TaskButton.tsx'
import { TotalExplanation } from './TotalExplanation.tsx'

export function OrderLines({ record }: { record: OrderRecord }) {
  const { order } = record
  const [shippedCounts, returnedCounts] = [shippedByLine(record), returnedByLine(record)]
  return (
    <Section
      title="Items"
      note={formatItems(order.products.reduce((sum, { quantity }) => sum + quantity, 0))}
      actions={
        <TaskButton task="edit" record={record}>
          Edit order
        </TaskButton>
      }
    >
      <ul>
        {order.products.map((product, index) => {
          const line = record.lines[index]
          const notes = [
            line?.sku,
            line?.tax_exempt && 'not taxed',
            progressLabel(
              product.quantity,
              shippedCounts.get(index) ?? 0,
              order.type === 'D' ? 'shipped' : 'picked up',
            ),
            progressLabel(product.quantity, returnedCounts.get(index) ?? 0, 'returned'),
          ].filter(Boolean)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position, in calls as well
            <li key={index} className="flex items-center gap-3 border-b border-hairline py-2">
              <div className="w-9 shrink-0 overflow-hidden rounded-field">
                <Thumbnail src={product.image} />
              </div>
              <div className="min-w-0 grow">
                <p className="font-[560]">{product.name}</p>
                <p className="figures text-small text-muted">{notes.join(' · ')}</p>
              </div>
              <p className="figures w-28 shrink-0 text-right whitespace-nowrap text-muted max-sm:hidden">
                <span className="text-ink">{product.quantity}</span> × <Money value={product.price} />
              </p>
              <div className="w-24 shrink-0 text-right">
                <p className="figures text-muted sm:hidden">
                  {product.quantity} × <Money value={product.price} />
                </p>
                <Money value={product.total_price} />
                {line && line.discount > 0 && (
                  <p className="figures text-small text-muted">
                    discount <Money value={line.discount} />
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Totals record={record} />
    </Section>
  )
}

/** Returns `2 of 3 shipped`; nothing while none is. */
const progressLabel = (total: number, count: number, verb: string): string | false =>
  count > 0 && (count === total ? verb : `${count} of ${total} ${verb}`)

function Totals({ record }: { record: OrderRecord }) {
  const { order } = record
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 pt-2">
      <TotalExplanation steps={record.price_steps} />
      <dl className="figures ml-auto grid w-full max-w-72 gap-1">
        <Total name="Sub-total" value={<Money value={order.sub_total} />} />
        {order.discount > 0 && (
          <Total name={discountLabel(order)} value={<Money value={-order.discount} className="text-ink" />} />
        )}
        {order.type === 'D' && (
          <>
            <Total name="Insurance" value={<Money value={order.insurance} />} />
            <Total name="Shipping" value={<Money value={order.shipping_price} />} />
          </>
        )}
        <Total name={exemptionLabel(order) ?? taxLabel(order.taxes)} value={<Money value={order.tax} />} />
        <Total isTotal name="Total" value={<Money value={order.order_total} />} />
      </dl>
    </div>
  )
}

const Total = ({ name, value, isTotal = false }: { name: string; value: ReactNode; isTotal?: boolean }) => (
  <div className={cx('flex items-baseline justify-between gap-6', isTotal && 'border-t border-ink pt-1 font-[560]')}>
    <dt className={cx(!isTotal && 'text-muted')}>{name}</dt>
    <dd>{value}</dd>
  </div>
)
