import { dayOf, statusNames } from '#contract/order-words.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { AccountFrame } from '#web/account/AccountFrame.tsx'
import { paths } from '#web/client/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { usePageNumber } from '#web/ui/use-page-number.ts'
import { ClaimOrders } from './ClaimOrders.tsx'
import { useOrders } from './queries.ts'

const OrdersPage = () => (
  <AccountFrame title="My Orders">
    {() => (
      <>
        <Orders />
        {/* Beside the list, not in it, because its message must survive a reload of the list. */}
        <ClaimOrders />
      </>
    )}
  </AccountFrame>
)
export default OrdersPage

function Orders() {
  const page = usePageNumber()
  const { data: orders, error } = useOrders(page)
  if (error) return <Alert tone="danger">Your orders cannot be shown right now. Please try again in a moment.</Alert>
  if (!orders) return <Spinner label="Loading your orders" className="text-muted" />
  if (orders.data.length === 0 && orders.page_count > 0) {
    return (
      <PageLink to={paths.accountOrders} className="reach text-link hover:text-ink">
        There are no orders on this page. Back to the first one
      </PageLink>
    )
  }
  if (orders.data.length === 0) {
    return (
      <div className="grid justify-items-start gap-5">
        <p className="text-muted">There are no orders here yet.</p>
        <ButtonLink to={paths.packages}>Continue shopping</ButtonLink>
      </div>
    )
  }
  return (
    <>
      {/* On a phone every order is a card with number and total, date and status, and the link to its details. */}
      <table className="mb-8 w-full text-left max-sm:block">
        <thead className="text-note text-muted max-sm:sr-only">
          <tr className="border-b border-hairline *:py-3 *:pr-4 *:font-normal">
            <th scope="col">No</th>
            <th scope="col">Order Total</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col" className="pr-0! text-right">
              Detail
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {orders.data.map((order) => (
            <tr
              key={order.id}
              className="border-b border-hairline *:py-3 *:pr-4 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3 max-sm:*:p-0"
            >
              <td className="figures max-sm:font-[560]">{order.id}</td>
              <td className="max-sm:text-right max-sm:font-[560]">
                <Money value={order.order_total} />
              </td>
              <td className="max-sm:text-note max-sm:text-muted">{dayOf(order.created_at)}</td>
              <td className="max-sm:text-right max-sm:text-note">{statusNames[order.status]}</td>
              <td className="pr-0! text-right max-sm:col-start-2 max-sm:pt-1!">
                <PageLink
                  to={fillPath(pagePatterns.accountOrder, { order_id: order.id })}
                  className="reach text-link hover:text-ink"
                >
                  Detail<span className="sr-only"> of order {order.id}</span>
                </PageLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager kind="words" page={page} count={orders.page_count} to={(n) => `${paths.accountOrders}?page=${n}`} />
    </>
  )
}
