import { useSuspenseQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { shopQuery } from '#web/catalog/queries.ts'
import { addressOf } from './FinishedShipping.tsx'
import { Fact } from './FinishedStep.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'
import { paymentNames } from './payment-names.ts'
import { ReceiptLines } from './ReceiptLines.tsx'
import { ReceiptTotals } from './ReceiptTotals.tsx'

/** An order as its buyer keeps it: on the screen and on paper. */
export function OrderReceipt({ order }: { order: Order }) {
  const { payment_type } = order.payment
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] print:grid-cols-1">
      <div className="min-w-0">
        <section className="rounded-card border border-hairline bg-raised p-5 sm:p-6 print:border-0 print:p-0">
          <h2 className="display mb-5 text-title">Receipt</h2>
          <ReceiptLines lines={order.products} className="mb-2 border-b border-hairline" />
          <ReceiptTotals totals={order} delivery={order.type === 'D'} />
        </section>
      </div>
      <div className="grid gap-6">
        {payment_type !== 'card' && order.status === 'processing' && (
          <section>
            <h2 className="display mb-3 text-title">Payment</h2>
            <PaymentDetails type={payment_type} order={order} />
          </section>
        )}
        <OrderFacts order={order} />
      </div>
    </div>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const [address] = order.addresses
  const { payment_type, card_type, card_number } = order.payment
  return (
    <section className="grid gap-5 border-t border-hairline pt-6 sm:grid-cols-2 lg:grid-cols-1 print:grid-cols-2">
      {order.type === 'P' ? (
        <Fact name="Pickup">{`${shop.pickup_address}\n${shop.pickup_hours}`}</Fact>
      ) : (
        address && (
          <Fact name="Delivery">
            {addressOf(address)}
            <div className="mt-1 font-[520]">{order.shipping_description}</div>
          </Fact>
        )
      )}
      <Fact name="Ordered by">{`${order.first_name} ${order.last_name}\n${order.user_email}\n${order.phone_number}`}</Fact>
      <Fact name="Paid by">{[paymentNames[payment_type], card_type, card_number].filter(Boolean).join(' ')}</Fact>
      {order.comments !== '' && <Fact name="Comments">{order.comments}</Fact>}
    </section>
  )
}
