import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/calls.ts'
import { paymentName, paymentReferenceLabel, pickupLines } from '#contract/orders/labels.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { cx } from '#web/ui/cx.ts'
import { Fact } from '#web/ui/Fact.tsx'
import { SummaryCard } from '#web/ui/SummaryCard.tsx'
import { OrderShipments } from './OrderShipments.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { ReceiptLines } from './ReceiptLines.tsx'
import { ReceiptTotals } from './ReceiptTotals.tsx'

type OrderReceiptProps = {
  order: Order
  /** The form of 'I’ve sent payment', where there is one. */
  claim?: ReactNode
  /** Months in which the order counts. */
  points?: ReactNode
  /** Set right after placing, when payment is the next step. */
  fresh?: boolean
}

/** Receipt of an order for screen and print; on phones the amount to pay comes first. */
export function OrderReceipt({ order, claim, points, fresh }: OrderReceiptProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] print:grid-cols-1 print:gap-y-6">
      <PaymentCard order={order} claim={claim} lead={fresh} />
      <div
        className={cx(
          'grid min-w-0 grid-cols-1 gap-y-8 lg:col-start-1 print:row-auto print:gap-y-6',
          !fresh && 'lg:row-span-2 lg:row-start-1',
        )}
      >
        <OrderShipments order={order} />
        <SummaryCard title="Order summary" className="print:border-0 print:bg-transparent print:p-0">
          <ReceiptLines lines={order.products} className="mb-2 border-b border-hairline" />
          <ReceiptTotals totals={order} delivery={order.type === 'D'} />
        </SummaryCard>
        <OrderTimeline order={order} />
      </div>
      <OrderFacts order={order} points={points} />
    </div>
  )
}

function OrderFacts({ order, points }: Pick<OrderReceiptProps, 'order' | 'points'>) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const [address] = order.addresses
  return (
    <section
      aria-label="Order details"
      className="grid gap-5 sm:grid-cols-2 lg:col-start-2 lg:grid-cols-1 lg:px-6 print:col-start-auto print:break-inside-avoid print:grid-cols-[repeat(3,auto)] print:px-0"
    >
      {order.type === 'P' ? (
        <Fact name="Pickup">{pickupLines(shop.pickup_address, shop.pickup_hours).join('\n')}</Fact>
      ) : (
        address && (
          <Fact name="Delivery">
            {addressLines(address).join('\n')}
            <div className="mt-1 font-[520]">{order.shipping_description}</div>
          </Fact>
        )
      )}
      <Fact name="Ordered by">{`${order.first_name} ${order.last_name}\n${order.user_email}\n${order.phone_number}`}</Fact>
      <Fact name="Payment">{[paymentName(order), paymentReferenceLabel(order)].filter(Boolean).join('\n')}</Fact>
      {points}
      {order.comments !== '' && <Fact name="Comments">{order.comments}</Fact>}
    </section>
  )
}
