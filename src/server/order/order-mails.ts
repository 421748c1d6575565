import { messages } from '#contract/messages.ts'
import type { PlacedOrder } from '#contract/order.ts'
import {
  discountLabel,
  exemptionLabel,
  isToBePaid,
  memoSentence,
  paidSentence,
  paymentNames,
  pickupLines,
  taxLabel,
} from '#contract/order-words.ts'
import { addressLines } from '#domain/address/address.ts'
import { formatDollars as money } from '#domain/money.ts'
import { GUEST_LINK_DAYS } from '#domain/order/guest-link.ts'
import type { OrderChange } from '#domain/order/status.ts'
import { type Mail, type MailPart, writeMail } from '#server/platform/mail/mail-parts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** To the customer, as soon as the order is placed. */
export function orderPlacedMail(order: PlacedOrder, settings: Settings, publicUrl: string): Mail {
  return writeMail(order.user_email, settings.get('shop_name'), `Your order ${order.id}`, [
    { kind: 'paragraph', text: `Thank you, ${order.first_name}. We have your order ${order.id}.` },
    { kind: 'paragraph', text: messages.cutOffNotice },
    receipt(order),
    ...howToPay(order, settings),
    ...destination(order, settings),
    { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
  ])
}

/** To the shop. */
export function orderReceivedMail(order: PlacedOrder, settings: Settings, publicUrl: string, to: string): Mail {
  const name = `${order.first_name} ${order.last_name}`
  return writeMail(to, settings.get('shop_name'), `Order ${order.id} from ${name}`, [
    { kind: 'paragraph', text: `Order ${order.id} was placed by ${name}.` },
    receipt(order),
    { kind: 'lines', title: 'Customer', lines: [name, order.user_email, order.phone_number] },
    {
      kind: 'lines',
      title: 'Payment',
      lines: [paidSentence(order.payment) ?? paymentNames[order.payment.payment_type], memoSentence(order)].filter(
        (line) => line !== undefined,
      ),
    },
    ...destination(order, settings),
    ...(order.comments === ''
      ? []
      : [{ kind: 'lines' as const, title: 'Comments', lines: order.comments.split('\n') }]),
    { kind: 'action', label: 'View the order', url: `${publicUrl}${order.url}` },
  ])
}

type OrderChangedMail = `order_${OrderChange}`

const changes: Record<OrderChangedMail, { subject: (id: number) => string; text: (id: number) => string }> = {
  order_paid: {
    subject: (id: number) => `We have your payment for order ${id}`,
    text: (id: number) => `Thank you. Your payment for order ${id} has arrived.`,
  },
  order_completed: {
    subject: (id: number) => `Your order ${id} is completed`,
    text: (id: number) => `Your order ${id} is completed. Thank you for buying from us.`,
  },
  order_unpaid: {
    subject: (id: number) => `A payment for order ${id} was taken back`,
    text: (id: number) =>
      `A payment for your order ${id} that we had confirmed was taken back, so that the order is to be paid again.`,
  },
  order_reopened: {
    subject: (id: number) => `A payment for order ${id} was taken back`,
    text: (id: number) =>
      `A payment for your order ${id} was taken back, by your bank for example. The order is open again until it is paid.`,
  },
  order_reinstated: {
    subject: (id: number) => `Your order ${id} is open again`,
    text: (id: number) => `Your order ${id}, which had been canceled, is open again.`,
  },
  order_canceled: {
    subject: (id: number) => `Your order ${id} was canceled`,
    text: (id: number) => `Your order ${id} was canceled. If you did not expect this, please write to us or call.`,
  },
}

/** To the customer, when the shop has marked the order. */
export function orderChangedMail(
  change: OrderChangedMail,
  order: PlacedOrder,
  settings: Settings,
  publicUrl: string,
): Mail {
  const { subject, text } = changes[change]
  return writeMail(order.user_email, settings.get('shop_name'), subject(order.id), [
    { kind: 'paragraph', text: `Dear ${order.first_name},` },
    { kind: 'paragraph', text: text(order.id) },
    receipt(order),
    ...howToPay(order, settings),
    { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
  ])
}

/** To the customer, when the shop has changed what is ordered, where it goes or what it costs. */
export function orderEditedMail(
  order: PlacedOrder,
  { formerTotal }: { formerTotal: number },
  settings: Settings,
  publicUrl: string,
): Mail {
  return writeMail(order.user_email, settings.get('shop_name'), `Your order ${order.id} was changed`, [
    { kind: 'paragraph', text: `Dear ${order.first_name},` },
    {
      kind: 'paragraph',
      text: `We have changed your order ${order.id}. ${differenceSentence(order.order_total, formerTotal)} This is your order now; if you did not expect this, please write to us or call.`,
    },
    receipt(order),
    ...howToPay(order, settings),
    ...tooMuch(order),
    ...destination(order, settings),
    { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
  ])
}

function differenceSentence(total: number, formerTotal: number): string {
  const difference = Math.round((total - formerTotal) * 100) / 100
  if (difference === 0) return `Its total is still ${money(total)}.`
  const words = difference > 0 ? 'more' : 'less'
  return `Its total is ${money(total)}, ${money(Math.abs(difference))} ${words} than before.`
}

const tooMuch = ({ balance }: PlacedOrder): MailPart[] =>
  balance < 0
    ? [
        {
          kind: 'paragraph',
          text: `You have paid ${money(-balance)} too much. We will be in touch about sending it back.`,
        },
      ]
    : []

/** To the customer, who asked for it on the page of an expired link. */
export const orderLinkMail = (order: PlacedOrder, settings: Settings, publicUrl: string): Mail =>
  writeMail(order.user_email, settings.get('shop_name'), `A new link to your order ${order.id}`, [
    { kind: 'paragraph', text: `Dear ${order.first_name},` },
    { kind: 'paragraph', text: `Here is a new link to your order ${order.id}. It works for ${GUEST_LINK_DAYS} days.` },
    { kind: 'action', label: 'View your order', url: `${publicUrl}${order.url}` },
    { kind: 'paragraph', text: 'If you did not ask for it, you need not do anything.' },
  ])

/** The receipt's rows, in the order the review page shows them. */
export function receipt(order: PlacedOrder): MailPart {
  const rows: [string, string][] = order.products.map((product) => [
    `${product.quantity} × ${product.name}`,
    money(product.total_price),
  ])
  rows.push(['Sub Total', money(order.sub_total)])
  if (order.discount > 0) rows.push([discountLabel(order), money(-order.discount)])
  if (order.type === 'D') {
    rows.push(['Insurance', money(order.insurance)], [order.shipping_description, money(order.shipping_price)])
  }
  const exemption = exemptionLabel(order)
  if (exemption) rows.push([exemption, money(0)])
  else if (order.tax > 0) rows.push([taxLabel(order.taxes), money(order.tax)])
  rows.push(['Total', money(order.order_total)])
  return { kind: 'rows', rows, lastIsTotal: true }
}

function paid({ payment }: PlacedOrder): MailPart[] {
  const sentence = paidSentence(payment)
  return sentence === undefined ? [] : [{ kind: 'paragraph', text: `${sentence}.` }]
}

/** How to pay what is still due: a mail may be written long after its order was placed. */
export function howToPay(order: PlacedOrder, settings: Settings): MailPart[] {
  if (!isToBePaid(order)) return paid(order)
  if (order.payment.payment_type === 'quickpay') {
    const lines = [settings.get('quick_pay_business_name'), settings.get('quick_pay_phone')].filter(Boolean)
    const title = `Quick pay ${money(order.balance)}, with the memo ${order.memo_code}`
    return lines.length > 0
      ? [{ kind: 'lines', title: `${title}, to`, lines }]
      : [{ kind: 'paragraph', text: `${title}.` }]
  }
  if (order.payment.payment_type === 'check') {
    return [
      {
        kind: 'paragraph',
        text: `Please make your check out to ${settings.get('shop_name')} and note ${order.memo_code} on it.`,
      },
    ]
  }
  return []
}

function destination(order: PlacedOrder, settings: Settings): MailPart[] {
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
