import { adminPaths } from '#contract/admin-paths.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import {
  discountLabel,
  dueMessages,
  exemptionLabel,
  isPaymentDue,
  paidMessage,
  paymentName,
  paymentReferenceLabel,
  pickupLines,
  taxLabel,
} from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { addressLines } from '#domain/addresses/address.ts'
import { formatDollars as money } from '#domain/money/money.ts'
import { GUEST_LINK_DAYS } from '#domain/orders/guest-link.ts'
import type { OrderChange } from '#domain/orders/status.ts'
import type { MailPart } from '#server/platform/mail/mail-parts.ts'
import { draftMail, type MailDraft } from '#server/platform/mail/mail-text.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { orderMailTexts } from './order-mail-texts.ts'

/** Email to the customer as soon as the order is placed. */
export const orderPlacedMail = (order: PlacedOrder, settings: Settings, publicUrl: string): MailDraft =>
  draftMail(orderMailTexts.order_placed, order.user_email, settings.get('shop_name'), {
    ...getChangeValues(order, settings, publicUrl),
    due: describeDueDate(order),
    destination: describeDestination(order, settings),
  })

const describeDueDate = (order: PlacedOrder): string =>
  order.due_on !== null && isPaymentDue(order) ? dueMessages(order.due_on, order.cancels_at).join(' ') : ''

/** Email to the shop. It links to the back office: the customer's link is private. */
export function orderReceivedMail(
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
  recipient: string,
): MailDraft {
  const name = `${order.first_name} ${order.last_name}`
  const payment = [paidMessage(order) ?? paymentName(order), paymentReferenceLabel(order)]
  return draftMail(orderMailTexts.order_received, recipient, settings.get('shop_name'), {
    order_number: String(order.id),
    customer_name: name,
    receipt: [writeReceipt(order)],
    customer: [{ kind: 'lines', title: 'Customer', lines: [name, order.user_email, order.phone_number] }],
    payment: [{ kind: 'lines', title: 'Payment', lines: payment.filter((line) => line !== undefined) }],
    destination: describeDestination(order, settings),
    comments: order.comments === '' ? [] : [{ kind: 'lines', title: 'Comments', lines: order.comments.split('\n') }],
    order_link: publicUrl + fillPath(adminPaths.order, { order_id: order.id }),
  })
}

/** Email to the customer when the shop has changed the order's status. */
export const orderChangedMail = (
  change: `order_${OrderChange}`,
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
): MailDraft =>
  draftMail(orderMailTexts[change], order.user_email, settings.get('shop_name'), {
    ...getChangeValues(order, settings, publicUrl),
    ...(change === 'order_canceled' && { refund: refundMessage(order) }),
  })

/** States the current refund of a canceled order, and the credit note that documents it. */
function refundMessage({ balance, ledger }: Pick<PlacedOrder, 'balance' | 'ledger'>): string {
  if (balance >= 0) return ''
  const note = ledger.findLast(({ kind, credit_note }) => kind === 'cancellation' && credit_note !== null)
  const creditNoteMessage = note ? ` This is your credit note ${note.credit_note}.` : ''
  return `We’ll refund ${money(-balance)}.${creditNoteMessage}`
}

/** Email to the customer when the shop has edited the goods, the destination or the price. */
export const orderEditedMail = (
  order: PlacedOrder,
  { formerTotal }: { formerTotal: number },
  settings: Settings,
  publicUrl: string,
): MailDraft =>
  draftMail(orderMailTexts.order_edited, order.user_email, settings.get('shop_name'), {
    ...getChangeValues(order, settings, publicUrl),
    difference: differenceMessage(order.order_total, formerTotal),
    overpaid: overpaymentMessage(order),
    destination: describeDestination(order, settings),
  })

function differenceMessage(total: number, formerTotal: number): string {
  const difference = Math.round((total - formerTotal) * 100) / 100
  if (difference === 0) return `The total is still ${money(total)}.`
  const direction = difference > 0 ? 'more' : 'less'
  return `The total is now ${money(total)}, ${money(Math.abs(difference))} ${direction} than before.`
}

const overpaymentMessage = ({ balance }: PlacedOrder): string =>
  balance < 0 ? `You’ve overpaid by ${money(-balance)}. We’ll contact you about a refund.` : ''

/** Email to the customer, requested on the page of an expired link. */
export const orderLinkMail = (order: PlacedOrder, settings: Settings, publicUrl: string): MailDraft =>
  draftMail(orderMailTexts.order_link, order.user_email, settings.get('shop_name'), {
    ...getOrderValues(order, publicUrl),
    link_days: String(GUEST_LINK_DAYS),
  })

/** Placeholders of every email to the customer of an order. */
export const getOrderValues = (order: PlacedOrder, publicUrl: string) => ({
  first_name: order.first_name,
  order_number: String(order.id),
  order_link: `${publicUrl}${order.url}`,
})

const getChangeValues = (order: PlacedOrder, settings: Settings, publicUrl: string) => ({
  ...getOrderValues(order, publicUrl),
  receipt: [writeReceipt(order)],
  how_to_pay: describeHowToPay(order, settings),
})

/** `Shipping (Ground, Arrives 2-4 Days)`: in a text email, the label before the price ends with another colon. */
const formatShippingLabel = ({ shipping_description }: PlacedOrder): string =>
  `Shipping (${shipping_description.replace(': ', ', ')})`

/** Returns the receipt's rows, in the order of the review page. */
export function writeReceipt(order: PlacedOrder): MailPart {
  const rows: [string, string][] = order.products.map((product) => [
    `${product.quantity} × ${product.name}`,
    money(product.total_price),
  ])
  rows.push(['Sub Total', money(order.sub_total)])
  if (order.discount > 0) rows.push([discountLabel(order), money(-order.discount)])
  if (order.type === 'D') {
    rows.push(['Insurance', money(order.insurance)], [formatShippingLabel(order), money(order.shipping_price)])
  }
  const exemption = exemptionLabel(order)
  if (exemption) rows.push([exemption, money(0)])
  else if (order.tax > 0) rows.push([taxLabel(order.taxes), money(order.tax)])
  rows.push(['Total', money(order.order_total)])
  return { kind: 'rows', rows, lastIsTotal: true }
}

function describePaid(order: PlacedOrder): MailPart[] {
  const message = paidMessage(order)
  return message === undefined ? [] : [{ kind: 'paragraph', text: `${message}.` }]
}

/** Explains how to pay the amount still due: an email may be written long after its order was placed. */
export function describeHowToPay(order: PlacedOrder, settings: Settings): MailPart[] {
  if (!isPaymentDue(order)) return describePaid(order)
  if (order.payment.payment_type === 'quickpay') {
    const lines = [settings.get('quick_pay_business_name'), settings.get('quick_pay_phone')].filter(Boolean)
    const title = `Send ${money(order.balance)} by Quick Pay with ${order.payment_reference} in the memo field`
    return lines.length > 0
      ? [{ kind: 'lines', title: `${title}, to`, lines }]
      : [{ kind: 'paragraph', text: `${title}.` }]
  }
  if (order.payment.payment_type === 'check') {
    const check = `Make your check for ${money(order.balance)} payable to ${settings.get('shop_name')} and write ${order.payment_reference} on the memo line`
    const address = settings.get('pickup_address')
    return address === ''
      ? [{ kind: 'paragraph', text: `${check}.` }]
      : [{ kind: 'lines', title: `${check}. Mail or bring it to`, lines: address.split('\n') }]
  }
  return []
}

function describeDestination(order: PlacedOrder, settings: Settings): MailPart[] {
  const [address] = order.addresses
  if (address) return [{ kind: 'lines', title: 'Delivery to', lines: addressLines(address) }]
  return [
    {
      kind: 'lines',
      title: 'Pickup',
      lines: pickupLines(settings.get('pickup_address'), settings.get('pickup_hours')),
    },
  ]
}
