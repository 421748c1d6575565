import { useState } from 'react'
import { formatOrderDay, secondaryStateLabels, statusNames } from '#contract/orders/labels.ts'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { paths } from '#web/api/paths.ts'
import { EmptyState } from '#web/page/EmptyState.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table } from '#web/ui/Table.tsx'
import { usePageNumber } from '#web/ui/use-page-number.ts'
import { ClaimOrders } from './ClaimOrders.tsx'
import { useOrders } from './queries.ts'

const OrdersPage = () => (
  <AccountFrame title="My Orders">
    {() => (
      <>
        <Orders />
        <ClaimOrdersBelow />
      </>
    )}
  </AccountFrame>
)
export default OrdersPage

/**
 * Rendered with the first list so that nothing shifts; not part of the list because its message must survive a reload.
 */
function ClaimOrdersBelow() {
  const { data, error } = useOrders(usePageNumber())
  const [isShown, setShown] = useState(false)
  if (!isShown && (data || error)) setShown(true)
  return isShown && <ClaimOrders />
}

function Orders() {
  const page = usePageNumber()
  const { data: orders, error } = useOrders(page)
  if (!orders) {
    return error ? (
      <Alert tone="danger">We can’t load your orders right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading your orders" className="text-muted" />
    )
  }
  if (orders.data.length === 0 && orders.page_count > 0) {
    return (
      <PageLink to={paths.accountOrders} className="tap-target text-link hover:text-ink">
        There are no orders on this page. Go to the first page
      </PageLink>
    )
  }
  if (orders.data.length === 0) {
    return (
      <EmptyState
        title="You have no orders yet."
        action={<ButtonLink to={paths.packages}>Continue shopping</ButtonLink>}
      >
        Your orders, receipts, tracking and balances due will show up here.
      </EmptyState>
    )
  }
  return (
    <>
      {/* On phones every order is a card: number, date and status in a column, total and link at the end. */}
      <Table
        aria-label="My orders"
        look="list"
        cards
        className="mb-8"
        rows={orders.data}
        keyOf={({ id }) => id}
        rowClass="align-baseline max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3.5 max-sm:*:p-0"
        columns={[
          { name: 'No', cellClass: 'figures max-sm:font-[560]', cell: ({ id }) => id },
          {
            name: 'Order Total',
            end: true,
            className: 'sm:w-28',
            cellClass: 'max-sm:font-[560]',
            cell: ({ order_total }) => <Money value={order_total} />,
          },
          {
            name: 'Date',
            className: 'sm:pl-8!',
            cellClass: 'figures max-sm:text-note max-sm:text-muted',
            cell: ({ created_at }) => formatOrderDay(created_at),
          },
          {
            name: 'Status',
            cellClass: 'max-sm:col-start-1 max-sm:text-note',
            cell: (order) => {
              const secondaryLabel = secondaryStateLabels(order)
              return (
                <>
                  {statusNames[order.status]}
                  {secondaryLabel !== '' && <span className="block text-note text-muted">{secondaryLabel}</span>}
                </>
              )
            },
          },
          {
            name: 'Detail',
            end: true,
            cellClass: 'max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-2 max-sm:self-end',
            cell: ({ id }) => (
              <PageLink
                to={fillPath(pagePatterns.accountOrder, { order_id: id })}
                className="tap-target text-link hover:text-ink"
              >
                Detail<span className="sr-only"> of order {id}</span>
              </PageLink>
            ),
          },
        ]}
      />
      <Pager kind="words" page={page} count={orders.page_count} to={(n) => `${paths.accountOrders}?page=${n}`} />
    </>
  )
}
