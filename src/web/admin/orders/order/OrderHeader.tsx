import { adminPaths } from '#contract/admin-paths.ts'
import { calendarDay, isFree, isToBePaid } from '#contract/orders/labels.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Ago } from '../../ui/TimeAgo.tsx'
import { PageHead } from '../../ui/PageHeader.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { fulfillmentWord, paymentWord, statusWord } from '../state-labels.ts'
import { MemoCode } from './PaymentReference.tsx'
import { NextTask } from './NextTask.tsx'
import { OrderMenu } from './OrderMenu.tsx'
import type { OrderFile } from './order-file.ts'

const statesOf = ({ order, money: { credited, clears_on } }: OrderFile) =>
  [statusWord(order), paymentWord({ ...order, credited, clears_on }), fulfillmentWord(order)].filter(
    ({ words }) => words !== '–',
  )

export function OrderHead({ file }: { file: OrderFile }) {
  const { order } = file
  return (
    <>
      <PageLink to={adminPaths.orders} className="text-link reach inline-block pb-1 text-small text-muted">
        Orders
      </PageLink>
      <PageHead
        title={`Order ${order.id}`}
        note={
          <span className="flex flex-wrap gap-x-5 gap-y-1 text-ink">
            {statesOf(file).map(({ words, tone }) => (
              <StateDot key={words} tone={tone}>
                {words}
              </StateDot>
            ))}
          </span>
        }
        actions={
          <>
            <NextTask file={file} />
            <OrderMenu file={file} />
          </>
        }
      >
        <p className="figures flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          <span>
            Placed <Ago at={order.created_at} />
          </span>
          {!isFree(order) && <MemoCode code={order.payment_reference} />}
          <span>{`${order.first_name} ${order.last_name}`}</span>
          <span>{order.type === 'D' ? 'Delivery' : 'Pickup'}</span>
          {order.due_on !== null && isToBePaid(order) && <span>Due {calendarDay(order.due_on)}</span>}
        </p>
      </PageHead>
    </>
  )
}
