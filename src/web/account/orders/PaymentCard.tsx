import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/calls.ts'
import {
  claimedMessage,
  dueMessages,
  formatCalendarDay,
  isFree,
  isPaymentDue,
  listReceivedMethods,
  methodPhrase,
  paymentNames,
  paymentReferenceLabel,
} from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { useFocusOnce } from '#web/ui/use-focus-once.ts'
import { OrderLedger } from './OrderLedger.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'

/**
 * Open amount and due date of an order, or how it was settled; null when there is nothing to show. `claim` is the form
 * of a payment claim, where available. `lead` marks it as the main content at the top of the page.
 */
export function PaymentCard({ order, claim, lead = false }: { order: Order; claim: ReactNode; lead?: boolean }) {
  const claimedMessageRef = useFocusOnce<HTMLParagraphElement>(order.claimed_at !== null)
  const { payment_type } = order.payment
  if (payment_type !== 'card' && isPaymentDue(order)) {
    return order.claimed_at === null ? (
      <Card title={paymentTitle(order)} order={order} lead={lead}>
        {order.due_on !== null && <Due messages={dueMessages(order.due_on, order.cancels_at)} />}
        {payment_type === 'cash' ? (
          <p className="text-note">Please pay at the counter.</p>
        ) : (
          <PaymentDetails type={payment_type} memoCode={order.payment_reference} wide={lead} />
        )}
        {claim}
      </Card>
    ) : (
      <Card title={`${formatDollars(order.balance)} reported as paid`} order={order} lead={lead}>
        <p ref={claimedMessageRef} tabIndex={-1}>
          {claimedMessage(order.claimed_at)}
        </p>
        <p className="figures text-note text-muted">{paymentReferenceLabel(order)}</p>
      </Card>
    )
  }
  const settlement = describeSettlement(order)
  return (
    settlement && (
      <Card title={settlement.title} order={order} lead={lead}>
        <p className="text-note">{settlement.message}</p>
      </Card>
    )
  )
}

const Due = ({ messages: [due, cancellation] }: { messages: [string, string?] }) => (
  <p>
    <strong className="font-[580]">{due}</strong> {cancellation && <span className="text-muted">{cancellation}</span>}
  </p>
)

type CardProps = { title: string; order: Order; lead: boolean; children: ReactNode }

const Card = ({ title, order, lead, children }: CardProps) => (
  <section
    aria-label="Payment"
    className={cx(
      'grid gap-4 rounded-card bg-sunken p-5 sm:p-6 print:col-auto print:break-inside-avoid print:bg-transparent print:p-0',
      lead ? 'lg:col-span-full lg:p-8' : 'lg:col-start-2',
    )}
  >
    <h2 className={cx('display figures', lead ? 'text-heading' : 'text-title')}>{title}</h2>
    <OrderLedger order={order} />
    {children}
  </section>
)

const paymentTitle = ({ payment, payment_state, balance }: Order): string =>
  `Pay ${payment_state === 'partly_paid' ? 'the remaining ' : ''}${formatDollars(balance)} ${methodPhrase(payment.payment_type)}`

/** Text for an order without a payment due. */
function describeSettlement(order: Order): { title: string; message: string } | undefined {
  const { status, payment, payment_state, balance } = order
  if (payment_state === 'overpaid') {
    return {
      title: `We’ll refund ${formatDollars(-balance)}`,
      message: 'You paid more than you owed. We’ll refund the difference.',
    }
  }
  if (payment_state === 'refunded') {
    return { title: `${formatDollars(sumRefunds(order))} refunded`, message: 'Nothing is due.' }
  }
  if (status === 'canceled' && balance > 0) {
    return {
      title: `${formatDollars(balance)} due`,
      message: 'The order was canceled, and we refunded more than we received. Please contact us.',
    }
  }
  if (status === 'canceled') {
    return payment_state === 'unpaid'
      ? { title: 'Nothing to pay', message: 'The order was canceled. You don’t owe anything.' }
      : { title: `${formatDollars(sumRefunds(order))} refunded`, message: 'The order was canceled.' }
  }
  if (isFree(order) && listReceivedMethods(order).length === 0) {
    return { title: 'Nothing to pay', message: 'This order is free.' }
  }
  if (payment.paid_on === null) {
    return balance > 0 ? undefined : { title: 'Nothing to pay', message: 'The order was credited in full.' }
  }
  return {
    title: `Paid on ${formatCalendarDay(payment.paid_on)}`,
    message: `${methodsPrefix(order)}Paid in full.`,
  }
}

/** Excludes reversed entries. */
const sumRefunds = ({ ledger }: Order): number =>
  ledger.reduce(
    (sum, { kind, change }) => (kind === 'refunded' || (kind === 'correction' && change < 0) ? sum + change : sum),
    0,
  )

/** Returns `By Check and Cash. ` from the payments that were not reversed; empty without any. */
function methodsPrefix(order: Order): string {
  const names = listReceivedMethods(order).map((method) => paymentNames[method])
  return names.length === 0 ? '' : `By ${names.join(' and ')}. `
}
