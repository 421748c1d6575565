import type { ReactNode } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay, isFree, paymentName } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Section } from '../../ui/Section.tsx'
import { formatDateTime } from '../../ui/TimeAgo.tsx'
import type { OrderRecord } from './order-record.ts'
import { TaskButton } from './TaskButton.tsx'

/** Customer, destination and due date. */
export function OrderDetails({ record }: { record: OrderRecord }) {
  const { order, customer, due, edition } = record
  const [address] = order.addresses
  return (
    <Section title="Details">
      <dl className="grid grid-cols-1 gap-4 pt-3 break-words sm:max-lg:grid-cols-2">
        <Detail name="Customer">
          <p className="font-[560]">{`${order.first_name} ${order.last_name}`}</p>
          <a href={`mailto:${order.user_email}`} className="text-link block wrap-anywhere">
            {order.user_email}
          </a>
          {order.phone_number !== '' && (
            <a href={`tel:${order.phone_number}`} className="text-link figures block">
              {order.phone_number}
            </a>
          )}
          <p className="text-muted">
            {customer.user_id === null ? (
              'Guest (no account)'
            ) : (
              <PageLink to={fillPath(adminPaths.member, { member_id: customer.user_id })} className="text-link">
                {`Member ${customer.member_no}${accountNameSuffix(customer.name, order)}`}
              </PageLink>
            )}
          </p>
        </Detail>
        <Detail name="Points">
          <p className="figures">{`${formatWhole(order.pv)} PV`}</p>
          <p className="text-muted">
            {customer.credited_user_id === null
              ? 'No member credited'
              : `Credited to ${customer.credited_name ?? 'a member'} (${customer.credited_member_no})`}
          </p>
          {order.status === 'completed' && (
            <PageLink to={`${adminPaths.orderMoney}?order=${order.id}`} className="text-link">
              Bonuses of this order
            </PageLink>
          )}
        </Detail>
        {order.type === 'P' ? (
          <Detail name="Pickup">
            <p>At the counter</p>
          </Detail>
        ) : (
          <Detail name="Delivery">
            {address && <p className="whitespace-pre-line">{addressLines(address).join('\n')}</p>}
            <p className="text-muted">{order.shipping_description}</p>
          </Detail>
        )}
        <Detail name="Payment">
          <p>{paymentName(order)}</p>
        </Detail>
        {order.status === 'processing' && order.payment.paid_at === null && !isFree(order) && (
          <Detail name="Due">
            <p>{due.due_on === null ? 'No due date' : formatCalendarDay(due.due_on)}</p>
            {due.cancels_at !== null && (
              <p className="text-muted">Will be canceled on {formatDateTime(due.cancels_at)} unless paid</p>
            )}
            {due.due_date_changes.map(({ to, reason, created_by, created_at }) => (
              <p key={created_at} className="text-small text-muted">
                Moved to {formatCalendarDay(to)} by {created_by}: {reason}
              </p>
            ))}
            <TaskButton task="due" record={record}>
              Change due date
            </TaskButton>
          </Detail>
        )}
        {order.comments !== '' && (
          <Detail name="Customer’s comment">
            <p className="whitespace-pre-line">{order.comments}</p>
          </Detail>
        )}
        {edition > 1 && (
          <Detail name="Edited">
            <TaskButton task="versions">{`This is version ${edition}: see all`}</TaskButton>
          </Detail>
        )}
      </dl>
    </Section>
  )
}

/** An account may order for someone else. */
function accountNameSuffix(name: string | null, order: OrderRecord['order']): string {
  return name === null || name === `${order.first_name} ${order.last_name}` ? '' : ` of ${name}`
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-small text-muted">{name}</dt>
    <dd className="grid justify-items-start gap-0.5">{children}</dd>
  </div>
)
