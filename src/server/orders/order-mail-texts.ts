import { messages } from '#contract/base/messages.ts'
import { button, mailTexts, part, words } from '#server/platform/mail/mail-text.ts'

export const orderPlaceholders = {
  first_name: words('First name of the customer'),
  order_number: words('Number of the order'),
  order_link: button('View your order', 'The order page'),
}
const receipt = part('The items ordered, with totals')
const howToPay = part('How to pay the balance due, or how it was paid')
const destination = part('The delivery address or picked up')
const changePlaceholders = { ...orderPlaceholders, receipt, how_to_pay: howToPay }

const describeChangeMail = (name: string, meaning: string, subject: string, message: string) =>
  ({
    name,
    meaning,
    subject,
    body: ['Hi {first_name},', message, '{receipt}', '{how_to_pay}', '{order_link: View your order}'],
    placeholders: changePlaceholders,
  }) as const

const PAYMENT_REVERSED = 'A payment for order {order_number} was reversed'

/** Texts of emails about an order; `order-emails.ts` fills in their placeholders. */
export const orderMailTexts = mailTexts('orders', {
  order_placed: {
    name: 'Order placed',
    meaning: 'To the customer, as soon as the order is placed',
    subject: 'Your order {order_number}',
    body: [
      'Thank you, {first_name}. We’ve received your order {order_number}.',
      messages.cutOffNotice,
      '{receipt}',
      '{how_to_pay}',
      '{due}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...changePlaceholders,
      due: words('When it is due, and when it is canceled if unpaid; may be empty'),
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
      order_number: orderPlaceholders.order_number,
      customer_name: words('Name of the customer'),
      receipt,
      customer: part('Name, email and phone number of the customer'),
      payment: part('How it is paid, with its memo code'),
      destination,
      comments: part('The customer’s comments; may be empty'),
      order_link: button('View the order', 'The order in the back office'),
    },
  },
  order_paid: describeChangeMail(
    'Payment received',
    'To the customer, when the order is paid',
    'We received your payment for order {order_number}',
    'Thank you. We received your payment for order {order_number}.',
  ),
  order_completed: describeChangeMail(
    'Order completed',
    'To the customer, when the order is completed',
    'Your order {order_number} is complete',
    'Your order {order_number} is complete. Thank you for shopping with us.',
  ),
  order_unpaid: describeChangeMail(
    'Payment reversed',
    'To the customer, when a confirmed payment was reversed',
    PAYMENT_REVERSED,
    'A payment we had confirmed for your order {order_number} was reversed, so the order needs to be paid again.',
  ),
  order_reopened: describeChangeMail(
    'Order reopened, payment reversed',
    'To the customer, when a payment of a completed order bounced',
    PAYMENT_REVERSED,
    'A payment for your order {order_number} was reversed, for example by your bank. The order is open again until it is paid.',
  ),
  order_reinstated: describeChangeMail(
    'Order reinstated',
    'To the customer, when a canceled order is reinstated',
    'Your order {order_number} has been reinstated',
    'We’ve reinstated your order {order_number}, which had been canceled.',
  ),
  order_canceled: {
    name: 'Order canceled',
    meaning: 'To the customer, when the order was canceled',
    subject: 'Your order {order_number} was canceled',
    body: [
      'Hi {first_name},',
      'Your order {order_number} was canceled. If you didn’t expect this, please contact us.',
      '{refund}',
      '{receipt}',
      '{how_to_pay}',
      '{order_link: View your order}',
    ],
    placeholders: { ...changePlaceholders, refund: words('The refund and the credit note; empty if there is none') },
  },
  order_edited: {
    name: 'Order changed',
    meaning: 'To the customer, when staff changed the items, the address or the price',
    subject: 'Your order {order_number} was updated',
    body: [
      'Hi {first_name},',
      'We’ve updated your order {order_number}. {difference} Here is your updated order. If you didn’t expect this, please contact us.',
      '{receipt}',
      '{how_to_pay}',
      '{overpaid}',
      '{destination}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...changePlaceholders,
      difference: words('The new total, and how much it changed'),
      overpaid: words('The overpaid amount; may be empty'),
      destination,
    },
  },
  order_link: {
    name: 'New link to an order',
    meaning:
      'To a customer who requested it on the page of an expired link, or whose contact details were corrected after the order was finished',
    subject: 'A new link to your order {order_number}',
    body: [
      'Hi {first_name},',
      'Here is a new link to your order {order_number}. It expires in {link_days} days.',
      '{order_link: View your order}',
      'If you didn’t request it, you can ignore this email.',
    ],
    placeholders: { ...orderPlaceholders, link_days: words('Days until the link expires') },
  },
  order_credited: {
    name: 'Amount credited',
    meaning: 'To the customer, when an amount is credited for goods they keep',
    subject: 'Credit note {credit_note_number} for your order {order_number}',
    body: [
      'Hi {first_name},',
      'We credited {credited_amount} to your order {order_number}. This is credit note {credit_note_number}.',
      '{what_happens}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...orderPlaceholders,
      credit_note_number: words('Number of the credit note'),
      credited_amount: words('What is credited'),
      what_happens: words('The refund, or the new balance due'),
    },
  },
  order_partly_paid: {
    name: 'Partly paid',
    meaning: 'To the customer, when a payment does not cover the order',
    subject: 'We received your payment for order {order_number} – {open_amount} still due',
    body: [
      'Hi {first_name},',
      'Thank you. We received a payment for your order {order_number}. {what_is_open}',
      '{payments}',
      '{how_to_pay}',
      '{order_link: View your order}',
    ],
    placeholders: {
      ...orderPlaceholders,
      open_amount: words('The balance due'),
      what_is_open: words('A sentence with the balance due and the due date'),
      payments: part('The payments, from the total to the balance due'),
      how_to_pay: howToPay,
    },
  },
})
