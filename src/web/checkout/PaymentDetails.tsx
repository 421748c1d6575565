import { useSuspenseQuery } from '@tanstack/react-query'
import { paymentNames } from '#contract/order-words.ts'
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
  const quick = type === 'quickpay'
  return (
    <section
      className={cx('grid gap-4 rounded-card bg-sunken p-5 sm:p-6 print:break-inside-avoid print:p-0', className)}
    >
      {order && (
        <h2 className="display figures text-title">
          Pay {formatMoney(order.order_total)} by {paymentNames[type]}
        </h2>
      )}
      <dl className={cx('grid gap-x-8 gap-y-4 sm:grid-cols-2', order && 'lg:grid-cols-1')}>
        <Detail name={quick ? 'Business name' : 'Make the check out to'}>
          {quick ? shop.quick_pay_business_name : shop.shop_name}
        </Detail>
        <Detail name={quick ? 'Phone' : 'Mail or bring it to'}>
          {quick ? shop.quick_pay_phone : shop.pickup_address}
        </Detail>
        {order && <Detail name={quick ? 'Memo' : 'Note on the check'}>{`Order ${order.id}`}</Detail>}
      </dl>
      <p className="text-note">{whatToDo(quick, order !== undefined)}</p>
    </section>
  )
}

function whatToDo(quick: boolean, placed: boolean): string {
  if (placed) return quick ? 'Send it from your bank’s app.' : 'Your order is packed once the check has cleared.'
  return quick
    ? 'Once the order is placed, send its total from your bank’s app, with your order number as the memo.'
    : 'Once the order is placed, make the check out over its total and note your order number on it.'
}

/** Left out when the shop has not set it. */
const Detail = ({ name, children }: { name: string; children: string }) =>
  children && (
    <div>
      <dt className="text-note text-muted">{name}</dt>
      <dd className="figures font-[520] whitespace-pre-line">{children}</dd>
    </div>
  )
