import type { ReactNode } from 'react'
import type { Order } from '#contract/order.ts'
import {
  calendarDay,
  claimedSentence,
  dueSentence,
  isToBePaid,
  meansOf,
  memoSentence,
  methodsReceived,
  paymentNames,
} from '#contract/order-words.ts'
import { formatDollars } from '#domain/money.ts'
import { useFocusOnce } from '#web/ui/use-focus-once.ts'
import { OrderLedger } from './OrderLedger.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'

/**
 * What is open of an order and until when, or how it was settled; null where there is nothing to say. `claim` is the form
 * of 'I have paid', where there is one.
 */
export function PaymentCard({ order, claim }: { order: Order; claim: ReactNode }) {
  const said = useFocusOnce<HTMLParagraphElement>(order.claimed_at !== null)
  const { payment_type } = order.payment
  if (payment_type !== 'card' && isToBePaid(order)) {
    return order.claimed_at === null ? (
      <Card title={toPay(order)} order={order}>
        {order.due_on !== null && <p>{dueSentence(order.due_on, order.cancels_at)}</p>}
        {payment_type === 'cash' ? (
          <p className="text-note">Please pay at the counter.</p>
        ) : (
          <PaymentDetails type={payment_type} memoCode={order.memo_code} />
        )}
        {claim}
      </Card>
    ) : (
      <Card title={`${formatDollars(order.balance)} reported as paid`} order={order}>
        <p ref={said} tabIndex={-1}>
          {claimedSentence(order.claimed_at)}
        </p>
        <p className="figures text-note text-muted">{memoSentence(order)}</p>
      </Card>
    )
  }
  const settled = settledWords(order)
  return (
    settled && (
      <Card title={settled.title} order={order}>
        <p className="text-note">{settled.sentence}</p>
      </Card>
    )
  )
}

type CardProps = { title: string; order: Order; children: ReactNode }

const Card = ({ title, order, children }: CardProps) => (
  <section
    aria-label="Payment"
    className="grid gap-4 rounded-card bg-sunken p-5 sm:p-6 lg:col-start-2 print:col-start-auto print:break-inside-avoid print:bg-transparent print:p-0"
  >
    <h2 className="display figures text-title">{title}</h2>
    <OrderLedger order={order} />
    {children}
  </section>
)

const toPay = ({ payment, payment_state, balance }: Order): string =>
  `Pay ${payment_state === 'partly_paid' ? 'the remaining ' : ''}${formatDollars(balance)} ${meansOf(payment.payment_type)}`

/** Of an order that asks for no payment. */
function settledWords(order: Order): { title: string; sentence: string } | undefined {
  const { status, payment, payment_state, balance } = order
  if (payment_state === 'overpaid') {
    return {
      title: `${formatDollars(-balance)} goes back to you`,
      sentence: 'You paid more than you owed. We’ll send the difference back to you.',
    }
  }
  if (payment_state === 'refunded') {
    return { title: `${formatDollars(refundedOf(order))} sent back to you`, sentence: 'Nothing is left to pay.' }
  }
  if (status === 'canceled' && balance > 0) {
    return {
      title: `${formatDollars(balance)} to pay`,
      sentence:
        'The order was canceled, and more was sent back to you than we have received. Please call or write to us.',
    }
  }
  if (status === 'canceled') {
    return payment_state === 'unpaid'
      ? { title: 'Nothing to pay', sentence: 'The order was canceled. You owe us nothing for it.' }
      : { title: `${formatDollars(refundedOf(order))} sent back to you`, sentence: 'The order was canceled.' }
  }
  if (payment.paid_on === null) {
    return balance > 0 ? undefined : { title: 'Nothing to pay', sentence: 'The whole order was credited.' }
  }
  return {
    title: `Paid on ${calendarDay(payment.paid_on)}`,
    sentence: `${byMeans(order)}Nothing is left to pay.`,
  }
}

/** Less what was booked by mistake. */
const refundedOf = ({ ledger }: Order): number =>
  ledger.reduce(
    (sum, { kind, change }) => (kind === 'refunded' || (kind === 'correction' && change < 0) ? sum + change : sum),
    0,
  )

/** `By Check and Cash. `, from what was received and stands; empty where nothing was. */
function byMeans(order: Order): string {
  const names = methodsReceived(order).map((method) => paymentNames[method])
  return names.length === 0 ? '' : `By ${names.join(' and ')}. `
}
