import type { ReactNode } from 'react'
import { discountLabel, exemptionLabel, taxLabel } from '#contract/orders/labels.ts'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'
import { Section } from '../../ui/Section.tsx'
import { type OrderFile, pieces, returnedOf, shippedOf } from './order-file.ts'
import { TaskButton } from './TaskButton.tsx'
import { WhyTotal } from './TotalExplanation.tsx'

export function OrderLines({ file }: { file: OrderFile }) {
  const { order } = file
  const [shipped, returned] = [shippedOf(file), returnedOf(file)]
  return (
    <Section
      title="Items"
      note={pieces(order.products.reduce((sum, { quantity }) => sum + quantity, 0))}
      actions={
        <TaskButton task="edit" file={file}>
          Edit order
        </TaskButton>
      }
    >
      <ul>
        {order.products.map((product, index) => {
          const line = file.lines[index]
          const notes = [
            line?.sku,
            line?.tax_exempt && 'not taxed',
            became(product.quantity, shipped.get(index) ?? 0, order.type === 'D' ? 'shipped' : 'picked up'),
            became(product.quantity, returned.get(index) ?? 0, 'returned'),
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
      <Totals file={file} />
    </Section>
  )
}

/** Returns `2 of 3 shipped`; nothing while none is. */
const became = (all: number, some: number, word: string): string | false =>
  some > 0 && (some === all ? word : `${some} of ${all} ${word}`)

function Totals({ file }: { file: OrderFile }) {
  const { order } = file
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 pt-2">
      <WhyTotal steps={file.price_steps} />
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
        <Total isSum name="Total" value={<Money value={order.order_total} />} />
      </dl>
    </div>
  )
}

const Total = ({ name, value, isSum = false }: { name: string; value: ReactNode; isSum?: boolean }) => (
  <div className={cx('flex items-baseline justify-between gap-6', isSum && 'border-t border-ink pt-1 font-[560]')}>
    <dt className={cx(!isSum && 'text-muted')}>{name}</dt>
    <dd>{value}</dd>
  </div>
)
