import { addressFields } from '#domain/addresses/address.ts'
import { cents, formatPlainDollars } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { OrderBookRow } from './order-book.queries.ts'

type Cell = (order: OrderBookRow) => string

const dollars = (readValue: number): string => formatPlainDollars(cents(readValue))
const formatInstant = (readValue: Date | null): string => readValue?.toISOString() ?? ''
/**
 * Cell with text entered by people; all other cells are generated here and contain nothing that a spreadsheet could
 * execute.
 */
const textCell =
  (readValue: (order: OrderBookRow) => string | null | undefined): Cell =>
  (order) =>
    csvCell(readValue(order) ?? '')

/** Columns of the order book, in order. */
const columns: Record<string, Cell> = {
  number: ({ id }) => String(id),
  payment_reference: ({ id, total_cents }) => (total_cents === 0 ? '' : encodePaymentReference(id)),
  placed: ({ created_at }) => formatInstant(created_at),
  status: ({ status }) => status,
  payment: ({ payment_state }) => payment_state,
  fulfillment: ({ fulfillment_state }) => fulfillment_state,
  type: ({ type }) => (type === 'D' ? 'delivery' : 'pickup'),
  method: ({ payment_type, total_cents }) => (total_cents === 0 ? '' : payment_type),
  user: textCell(({ member_no }) => member_no),
  credited_user: textCell(({ credited_member_no }) => credited_member_no),
  first_name: textCell(({ first_name }) => first_name),
  last_name: textCell(({ last_name }) => last_name),
  email: textCell(({ email }) => email),
  phone: textCell(({ phone_number }) => phone_number),
  ...Object.fromEntries(
    addressFields.map((field) => [`delivery_${field}`, textCell(({ address }) => address?.[field])] as const),
  ),
  shipping: textCell(({ shipping_description }) => shipping_description),
  units: ({ units }) => String(units),
  sub_total: ({ sub_total_cents }) => dollars(sub_total_cents),
  discount: ({ discount_cents }) => dollars(discount_cents),
  discount_reason: textCell(({ discount_reason }) => discount_reason),
  shipping_price: ({ shipping_price_cents }) => dollars(shipping_price_cents),
  insurance: ({ insurance_cents }) => dollars(insurance_cents),
  tax: ({ tax_cents }) => dollars(tax_cents),
  taxes: textCell(({ taxes }) => taxes.map(formatTax).join('; ')),
  certificate: textCell(({ certificate_state, certificate_number }) =>
    certificate_state === null ? '' : `${certificate_state} ${certificate_number}`,
  ),
  total: ({ total_cents }) => dollars(total_cents),
  credited: ({ credited_cents }) => dollars(credited_cents),
  received: ({ received_cents }) => dollars(received_cents),
  refunded: ({ refunded_cents }) => dollars(refunded_cents),
  balance: (order) => dollars(order.total_cents - order.credited_cents - order.received_cents + order.refunded_cents),
  payments: textCell(({ payments }) => payments.map(formatPayment).join('; ')),
  credit_notes: textCell(({ credit_notes }) => credit_notes.map(formatCreditNote).join('; ')),
  due: ({ due_on, total_cents }) => (total_cents === 0 ? '' : (due_on ?? '')),
  paid: ({ paid_at }) => formatInstant(paid_at),
  completed: ({ completed_at }) => formatInstant(completed_at),
  canceled: ({ canceled_at }) => formatInstant(canceled_at),
  pv: ({ pv }) => String(pv),
  cv: ({ cv_cents }) => dollars(cv_cents),
}

/** `NJ 6.625% of 100.00: 6.63`; orders placed before rates were stored have none. */
function formatTax({ state, milli_percent, base_cents, tax_cents }: OrderBookRow['taxes'][number]): string {
  const rate = milli_percent === null ? '' : ` ${milli_percent / 1000}%`
  return `${state}${rate} of ${dollars(base_cents)}: ${dollars(tax_cents)}`
}

/** `2026-03-04 received 50.00 check 1077` */
const formatPayment = ({
  value_date,
  kind,
  amount_cents,
  method,
  reference,
}: OrderBookRow['payments'][number]): string =>
  `${value_date} ${kind} ${dollars(amount_cents)} ${method} ${reference}`.trim()

const formatCreditNote = ({ kind, number, amount_cents }: OrderBookRow['credit_notes'][number]): string =>
  `${kind}${number === null ? '' : ` ${number}`} ${dollars(amount_cents)}`

const cells = Object.values(columns)
export const ORDER_BOOK_HEADING = `${Object.keys(columns).join(',')}\n`

export const formatOrderBookLine = (order: OrderBookRow): string => `${cells.map((cell) => cell(order)).join(',')}\n`
