import { messages } from '#contract/messages.ts'
import { button, mailTexts, part, words } from '#server/platform/mail/mail-text.ts'

export const ofOrder = {
  first_name: words('First name of the customer'),
  order_number: words('Number of the order'),
  order_link: button('View your order', 'The order’s page'),
}
const receipt = part('What was ordered, with its totals')
const howToPay = part('How to pay what is open, or how it was paid')
const destination = part('Where it is delivered or picked up')
const ofChange = { ...ofOrder, receipt, how_to_pay: howToPay }

const change = (name: string, meaning: string, subject: string, sentence: string) =>
  ({
    name,
    meaning,
    subject,
    body: ['Dear {first_name},', sentence, '{receipt}', '{how_to_pay}', '{order_link: View your order}'],
    placeholders: ofChange,
  }) as const

const TAKEN_BACK = 'A payment for order {order_number} was taken back'

/** Texts of emails about an order; `order-mails.ts` fills in their placeholders. */
export const orderMailTexts = mailTexts('orders', {
  order_placed: {
    name: 'Order placed',
    meaning: 'To the customer, as soon as the order is placed',
    subject: 'Your order {order_number}',
    body: [
      'Thank you, {first_name}. We have your order {order_number}.',
      messages.cutOffNotice,
      '{receipt}',
      '{how_to_pay}',
      '{due}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...ofChange,
      due: words('When it is due, and when it is canceled unless it is paid; may be empty'),
      destination,
    },
  },
  order_received: {
    name: 'Order received',
    meaning: 'To the shop, as soon as an order is placed',
    subject: 'Order {order_number} from {customer_name}',
    body: [
      'Order {order_number} was placed by {customer_name}.',
      '{receipt}',
      '{customer}',
      '{payment}',
      '{destination}',
      '{comments}',
      '{order_link: View the order}',
    ],
    placeholders: {
      order_number: ofOrder.order_number,
      customer_name: words('Name of the customer'),
      receipt,
      customer: part('Name, email and phone number of the customer'),
      payment: part('How it is paid, with its memo code'),
      destination,
      comments: part('What the customer has written; may be empty'),
      order_link: button('View the order', 'The order in the back office'),
    },
  },
  order_paid: change(
    'Payment received',
    'To the customer, when the order is paid',
    'We have your payment for order {order_number}',
    'Thank you. Your payment for order {order_number} has arrived.',
  ),
  order_completed: change(
    'Order completed',
    'To the customer, when the order is completed',
    'Your order {order_number} is completed',
    'Your order {order_number} is completed. Thank you for buying from us.',
  ),
  order_unpaid: change(
    'Payment taken back',
    'To the customer, when a payment that was confirmed was taken back',
    TAKEN_BACK,
    'A payment for your order {order_number} that we had confirmed was taken back, so the order needs to be paid again.',
  ),
  order_reopened: change(
    'Order open again, payment taken back',
    'To the customer, when a payment of a completed order bounced',
    TAKEN_BACK,
    'A payment for your order {order_number} was taken back, by your bank for example. The order is open again until it is paid.',
  ),
  order_reinstated: change(
    'Order reinstated',
    'To the customer, when a canceled order is open again',
    'Your order {order_number} is open again',
    'Your order {order_number}, which had been canceled, is open again.',
  ),
  order_canceled: {
    name: 'Order canceled',
    meaning: 'To the customer, when the order was canceled',
    subject: 'Your order {order_number} was canceled',
    body: [
      'Dear {first_name},',
      'Your order {order_number} was canceled. If you did not expect this, please write to us or call.',
      '{refund}',
      '{receipt}',
      '{how_to_pay}',
      '{order_link: View your order}',
    ],
    placeholders: { ...ofChange, refund: words('What is refunded, and the credit note; empty where nothing is') },
  },
  order_edited: {
    name: 'Order changed',
    meaning: 'To the customer, when staff have changed what is ordered, where it goes or what it costs',
    subject: 'Your order {order_number} was changed',
    body: [
      'Dear {first_name},',
      'We have changed your order {order_number}. {difference} This is your order now; if you did not expect this, please write to us or call.',
      '{receipt}',
      '{how_to_pay}',
      '{overpaid}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...ofChange,
      difference: words('Its total, and how much more or less that is than before'),
      overpaid: words('What was paid too much; may be empty'),
      destination,
    },
  },
  order_link: {
    name: 'New link to an order',
    meaning:
      'To a customer who asked for it on the page of an expired link, or whose contact was corrected when the order was through',
    subject: 'A new link to your order {order_number}',
    body: [
      'Dear {first_name},',
      'Here is a new link to your order {order_number}. It works for {link_days} days.',
      '{order_link: View your order}',
      'If you did not ask for it, you can ignore this email.',
    ],
    placeholders: { ...ofOrder, link_days: words('How long the link works, in days') },
  },
  order_credited: {
    name: 'Amount credited',
    meaning: 'To the customer, when an amount is credited for goods that stay with them',
    subject: 'Credit note {credit_note_number} for your order {order_number}',
    body: [
      'Dear {first_name},',
      'We have credited {credited_amount} for your order {order_number}. This is your credit note {credit_note_number}.',
      '{what_happens}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...ofOrder,
      credit_note_number: words('Number of the credit note'),
      credited_amount: words('What is credited'),
      what_happens: words('What goes back to the customer, or that less is left to pay'),
    },
  },
  order_partly_paid: {
    name: 'Paid in part',
    meaning: 'To the customer, when money came that does not pay the order in full',
    subject: 'A payment for order {order_number} has arrived; {open_amount} is open',
    body: [
      'Dear {first_name},',
      'Thank you. A payment for your order {order_number} has arrived. {what_is_open}',
      '{payments}',
      '{how_to_pay}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...ofOrder,
      open_amount: words('What is open'),
      what_is_open: words('A sentence: what is open, and until when'),
      payments: part('From the total to what is open, payment by payment'),
      how_to_pay: howToPay,
    },
  },
})
