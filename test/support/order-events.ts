/** What happened to an order of one line, as it was accepted. */
export type OrderEvent =
  | { what: 'paid'; payment: number; amountCents: number }
  | { what: 'corrected'; payment: number }
  | { what: 'refunded'; payment: number; amountCents: number }
  | { what: 'picked up'; quantity: number }
  | { what: 'completed' }
  | { what: 'returned'; quantity: number; restock: boolean }
  | { what: 'canceled' }
  | { what: 'reinstated' }

export type SoldOrder = { quantity: number; priceCents: number; pv: number; taxCents: number; stock: number }

/**
 * What is true of an order after its events, told from the start each time and slowly, sharing nothing with the code
 * under test (docs/back-office §3).
 */
export function expectedOrder({ quantity, priceCents, pv, taxCents, stock }: SoldOrder, events: readonly OrderEvent[]) {
  const total = quantity * priceCents + taxCents
  const taxOf = (pieces: number): number => Math.floor((2 * taxCents * pieces + quantity) / (2 * quantity))
  let status: 'processing' | 'completed' | 'canceled' = 'processing'
  const entries = new Map<number, { kind: 'received' | 'refunded'; amount: number }>()
  const sum = (kind: string): number =>
    [...entries.values()].reduce((all, entry) => all + (entry.kind === kind ? entry.amount : 0), 0)
  let credited = 0
  let returned = 0
  let pickedUp = 0
  let returnedFromOutside = 0
  let onShelf = stock - quantity
  /** What the order counts just now; undefined while it does not. */
  let counts: number | undefined
  const dues = (): number => total - credited - sum('received') + sum('refunded')
  const isPaid = (): boolean => dues() <= 0 && sum('received') - sum('refunded') > 0

  for (const event of events) {
    switch (event.what) {
      case 'paid':
        entries.set(event.payment, { kind: 'received', amount: event.amountCents })
        break
      case 'refunded':
        entries.set(event.payment, { kind: 'refunded', amount: event.amountCents })
        break
      case 'corrected': {
        const wasPaid = isPaid()
        entries.delete(event.payment)
        if (status === 'completed' && wasPaid && !isPaid()) {
          status = 'processing'
          counts = undefined
        }
        break
      }
      case 'picked up':
        pickedUp += event.quantity
        break
      case 'completed':
        status = 'completed'
        pickedUp = quantity - (returned - returnedFromOutside)
        counts = quantity - returned
        break
      case 'returned': {
        credited += event.quantity * priceCents + taxOf(returned + event.quantity) - taxOf(returned)
        const fromOutside = Math.min(event.quantity, pickedUp - returnedFromOutside)
        returned += event.quantity
        returnedFromOutside += fromOutside
        onShelf += event.restock ? event.quantity : event.quantity - fromOutside
        if (counts !== undefined) counts -= event.quantity
        break
      }
      case 'canceled':
        status = 'canceled'
        credited = total
        onShelf += quantity - returned
        counts = undefined
        break
      case 'reinstated':
        status = 'processing'
        credited = 0
        onShelf -= quantity
        break
    }
  }
  return {
    status,
    payment_state: paymentState(total, credited, sum('received'), sum('refunded')),
    fulfillment_state: fulfillmentState(pickedUp, quantity - (returned - returnedFromOutside)),
    stock: onShelf,
    credited,
    balanceCents: dues(),
    points: (counts ?? 0) * pv,
  }
}

function paymentState(total: number, credited: number, received: number, refunded: number): string {
  const has = received - refunded
  const owes = total - credited
  if (has > owes) return 'overpaid'
  if (has < owes) return has > 0 ? 'partly_paid' : 'unpaid'
  if (has > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  return refunded > 0 ? 'refunded' : 'unpaid'
}

function fulfillmentState(pickedUp: number, leaves: number): string {
  if (pickedUp === 0) return 'unfulfilled'
  return pickedUp < leaves ? 'partly_picked_up' : 'picked_up'
}
