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

/** Server and browser must write the same day, wherever each of them stands: the shop's. */
export const orderDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** Where and when an order can be picked up; a shop that has set neither has its counter all the same. */
export function pickupLines(address: string, hours: string): string[] {
  const lines = [...address.split('\n'), hours].filter((line) => line !== '')
  return lines.length > 0 ? lines : ['At our counter']
}
