import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay, isFree, isPaymentDue } from '#contract/orders/labels.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { fulfillmentLabel, paymentLabel, statusLabel } from '../state-labels.ts'
import { NextTask } from './NextTask.tsx'
import { OrderMenu } from './OrderMenu.tsx'
import type { OrderRecord } from './order-record.ts'
import { PaymentReference } from './PaymentReference.tsx'

const statesOf = ({ order, money: { credited, clears_on } }: OrderRecord) =>
  [statusLabel(order), paymentLabel({ ...order, credited, clears_on }), fulfillmentLabel(order)].filter(
    ({ label }) => label !== '–',
  )

export function OrderHeader({ record }: { record: OrderRecord }) {
  const { order } = record
  return (
    <>
      <PageLink to={adminPaths.orders} className="text-link tap-target inline-block pb-1 text-small text-muted">
        Orders
      </PageLink>
      <PageHeader
        title={`Order ${order.id}`}
        note={
          <span className="flex flex-wrap gap-x-5 gap-y-1 text-ink">
            {statesOf(record).map(({ label, tone }) => (
              <StateDot key={label} tone={tone}>
                {label}
              </StateDot>
            ))}
          </span>
        }
        actions={
          <>
            <NextTask record={record} />
            <OrderMenu record={record} />
          </>
        }
      >
        <p className="figures flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <span>
            Placed <TimeAgo at={order.created_at} />
          </span>
          {!isFree(order) && <PaymentReference code={order.payment_reference} />}
          <span>{`${order.first_name} ${order.last_name}`}</span>
          <span>{order.type === 'D' ? 'Delivery' : 'Pickup'}</span>
          {order.due_on !== null && isPaymentDue(order) && <span>Due {formatCalendarDay(order.due_on)}</span>}
        </p>
      </PageHeader>
    </>
  )
}
