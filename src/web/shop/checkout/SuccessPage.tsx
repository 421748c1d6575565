import { useSuspenseQuery } from '@tanstack/react-query'
import { messages } from '#contract/base/messages.ts'
import { OrderReceipt } from '#web/account/orders/OrderReceipt.tsx'
import { OrderTools } from '#web/account/orders/OrderTools.tsx'
import { lastOrderQuery } from '#web/account/orders/queries.ts'
import { callUrl } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

export default function SuccessPage() {
  const { data: order } = useSuspenseQuery(lastOrderQuery())
  const order_id = order.id
  // The buyer gets the same link here as in the email.
  const key = new URLSearchParams(order.url.split('?')[1]).get('key') ?? ''
  const crumbs = [
    { label: 'Home', to: paths.home },
    { label: 'Shopping Cart', to: paths.cart },
    { label: 'Checkout Success' },
  ]
  return (
    <>
      <PageHead title="Checkout Success" />
      <PageFrame crumbs={crumbs} title="Checkout Success">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div className="max-w-text min-w-0">
            <p className="text-lead">
              Thank you, {order.first_name}. Your order number is{' '}
              <strong className="figures font-[620]">{order_id}</strong>.
            </p>
            <p className="mt-2 wrap-anywhere text-muted print:hidden">
              We’ve sent an order confirmation to {order.user_email}. {messages.cutOffNotice}
            </p>
          </div>
          <OrderTools
            invoice={callUrl('guestInvoice', { params: { order_id }, query: { key } })}
            order={order}
            creditNote={(number) => callUrl('guestCreditNote', { params: { order_id, number }, query: { key } })}
          />
        </div>
        <OrderReceipt order={order} fresh />
        <div className="mt-10 flex flex-wrap gap-3 print:hidden">
          <ButtonLink kind="secondary" to={paths.home}>
            Continue shopping
          </ButtonLink>
          <ButtonLink kind="quiet" to={paths.accountOrders} reloadDocument>
            My Orders
          </ButtonLink>
        </div>
      </PageFrame>
    </>
  )
}
