import type { Order } from './order.ts'

/** What people read for the words of an order, on pages and on paper. */
export const statusNames: Record<Order['status'], string> = {
  processing: 'Processing',
  completed: 'Completed',
  canceled: 'Canceled',
}

export const paymentNames: Record<Order['payment']['payment_type'], string> = {
  quickpay: 'Quick Pay',
  check: 'Check',
  card: 'Card',
}

/** `Tax (NY 8.875 %)`: with the rates it was made by, where they are known. */
export function taxLabel(taxes: Order['taxes']): string {
  const rates = taxes.flatMap(({ state, percent }) => (percent === null ? [] : [`${state} ${percent} %`]))
  return rates.length > 0 ? `Tax (${rates.join(', ')})` : 'Tax'
}

/** Server and browser must write the same day, wherever each of them stands: the shop's. */
export const orderDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** Whether an order still wants money from its buyer: nothing that is paid, handed over or canceled does. */
export const isToBePaid = ({ status, payment }: Pick<Order, 'status' | 'payment'>): boolean =>
  status === 'processing' && payment.paid_at === null && payment.payment_type !== 'card'

/** `Paid on March 4, 2026 by Quick Pay`; undefined for what is not paid. */
export const paidSentence = ({ paid_at, payment_type }: Order['payment']): string | undefined =>
  paid_at === null ? undefined : `Paid on ${orderDay.format(new Date(paid_at))} by ${paymentNames[payment_type]}`

/** Where and when an order can be picked up; a shop that has set neither has its counter all the same. */
export function pickupLines(address: string, hours: string): string[] {
  const lines = [...address.split('\n'), hours].filter((line) => line !== '')
  return lines.length > 0 ? lines : ['At our counter']
}
