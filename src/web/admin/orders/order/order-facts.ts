import { formatCalendarDay, paymentNames } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { statusLabels } from '../state-labels.ts'
import { formatItems, type OrderRecord } from './order-record.ts'
import { shipmentLabels } from './shipment-labels.ts'

/** The parts of an order that its dialogs depend on, by label, to show what someone else changed. */
export function orderFacts(record: OrderRecord): Record<string, string> {
  const { order, money, due, notes, edition } = record
  return {
    Status: statusLabels[order.status],
    Balance: formatDollars(money.balance),
    'Packed or shipped': describeShipments(record),
    'Due date': due.due_on === null ? '' : formatCalendarDay(due.due_on),
    Contact: `${order.first_name} ${order.last_name}, ${order.user_email}, ${order.phone_number}`,
    'Reported payment': describeClaim(record),
    Notes: String(notes.length),
    Version: String(edition),
  }
}

/** Returns `2 items not packed, 1 item shipped`. */
function describeShipments({ fulfillment: { open_units, shipments } }: OrderRecord): string {
  const units = new Map<string, number>()
  if (open_units > 0) units.set('not packed', open_units)
  for (const { state, lines } of shipments) {
    if (state === 'voided') continue
    const label = shipmentLabels[state].toLowerCase()
    units.set(
      label,
      lines.reduce((sum, { quantity }) => sum + quantity, units.get(label) ?? 0),
    )
  }
  return [...units].map(([label, quantity]) => `${formatItems(quantity)} ${label}`).join(', ')
}

function describeClaim({ claims }: OrderRecord): string {
  const claim = claims.find(({ ended_at }) => ended_at === null)
  return claim ? `${paymentNames[claim.method]}${claim.note === '' ? '' : `: “${claim.note}”`}` : ''
}
