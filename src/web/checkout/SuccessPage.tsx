import { useSuspenseQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { paths } from '#web/client/paths.ts'
import { OrderReceipt } from '#web/order/OrderReceipt.tsx'
import { lastOrderQuery } from '#web/order/queries.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'

export default function SuccessPage() {
  const { data: order } = useSuspenseQuery(lastOrderQuery())
  const crumbs = [
    { label: 'Home', to: paths.home },
    { label: 'Shopping Cart', to: paths.cart },
    { label: 'Checkout Success' },
  ]
  return (
    <>
      <PageHead title="Checkout Success" />
      <PageFrame crumbs={crumbs} title="Checkout Success">
        <div className="mb-10 max-w-text">
          <p className="text-lead">
            Thank you, {order.first_name}. Your order number is{' '}
            <strong className="figures font-[620]">{order.id}</strong>.
          </p>
          <p className="mt-2 text-muted">
            We have sent the receipt to {order.user_email}. {messages.cutOffNotice}
          </p>
          <div className="mt-6 flex flex-wrap gap-3 print:hidden">
            <ButtonLink kind="secondary" to={paths.home}>
              Continue shopping
            </ButtonLink>
            <ButtonLink kind="quiet" to={paths.accountOrders} reloadDocument>
              My Orders
            </ButtonLink>
          </div>
        </div>
        <OrderReceipt order={order} />
      </PageFrame>
    </>
  )
}
