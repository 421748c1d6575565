import { useSuspenseQuery } from '@tanstack/react-query'
import { shopQuery } from '#web/catalog/queries.ts'
import { cx } from '#web/ui/cx.ts'
import { formatMoney } from '#web/ui/Money.tsx'

type PaymentDetailsProps = {
  type: 'quickpay' | 'check'
  /** Once there is one: what is to be paid, and under which number. */
  order?: { id: number; order_total: number }
  className?: string
}

/** What the buyer needs to pay without a card. */
export function PaymentDetails({ type, order, className }: PaymentDetailsProps) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const sum = order ? formatMoney(order.order_total) : 'the total'
  const memo = order ? `order ${order.id}` : 'your order number'
  return (
    <div className={cx('grid gap-4 rounded-card bg-sunken p-5', className)}>
      {type === 'quickpay' ? (
        <>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Detail name="Business name">{shop.quick_pay_business_name}</Detail>
            <Detail name="Phone">{shop.quick_pay_phone}</Detail>
          </dl>
          <p className="text-note">
            {order ? 'Send' : 'Once the order is placed, send'} {sum} by quick pay from your bank’s app, with {memo} as
            the memo.
          </p>
        </>
      ) : (
        <>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Detail name="Make the check out to">{shop.shop_name}</Detail>
            <Detail name="Mail or bring it to">{shop.pickup_address}</Detail>
          </dl>
          <p className="text-note">
            {order ? 'Make it out over' : 'Once the order is placed, make it out over'} {sum} and note {memo} on it.
          </p>
        </>
      )}
    </div>
  )
}

const Detail = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-note text-muted">{name}</dt>
    <dd className="figures font-[520] whitespace-pre-line">{children}</dd>
  </div>
)
