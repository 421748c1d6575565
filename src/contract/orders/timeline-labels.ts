import { shopDayOf } from '#domain/calendar/month.ts'
import { carrierName } from '#domain/fulfillment/carriers.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { LedgerEntry, Order, Shipment } from './calls.ts'
import { methodPhrase, paymentNames } from './labels.ts'

/** An event of an order, as a sentence with its day in the shop's time zone, `YYYY-MM-DD`. */
export type TimelineEntry = { day: string; sentence: string }

type TimelineSource = Pick<Order, 'created_at' | 'ledger' | 'shipments' | 'events'>

/** All events of an order, newest last (docs/back-office §3). */
export function buildTimeline({ created_at, ledger, shipments, events }: TimelineSource): TimelineEntry[] {
  const placedOn = dayAt(created_at)
  const entries = [
    ...ledger.filter(({ method }) => method !== null).map(ledgerEntry),
    ...shipments.flatMap((shipment, index) => shipmentEntries(shipment, shipmentName(shipments, index))),
    ...events.map(({ event, at }) => ({ day: dayAt(at), at, sentence: eventSentences[event] })),
    // Credits come after the events at the same instant that caused them.
    ...ledger.filter(({ method }) => method === null).map(ledgerEntry),
  ].flatMap(({ day, at, sentence }) =>
    // A payment can be older than the order that it was booked on; it is shown on the day of placement.
    sentence === undefined ? [] : [{ day: day < placedOn ? placedOn : day, at: Date.parse(at), sentence }],
  )
  entries.sort((a, b) => (a.day === b.day ? a.at - b.at : a.day < b.day ? -1 : 1))
  return [{ day: placedOn, sentence: 'Order placed.' }, ...entries.map(({ day, sentence }) => ({ day, sentence }))]
}

const ledgerEntry = (entry: LedgerEntry) => ({
  day: entry.day,
  at: entry.recorded_at,
  sentence: ledgerSentence(entry),
})

/** `Shipment 2` if there are several; parcels and pickups are numbered separately. */
export function shipmentName(shipments: readonly Shipment[], index: number): string {
  const kind = shipments[index]?.kind
  const sameKind = shipments.filter((shipment) => shipment.kind === kind)
  const name = kind === 'pickup' ? 'Pickup' : 'Shipment'
  const number = shipments.slice(0, index + 1).filter((shipment) => shipment.kind === kind).length
  return sameKind.length > 1 ? `${name} ${number}` : name
}

/** Label of a ledger entry in a table row. */
export function ledgerLabel({ kind, method, credit_note, change }: LedgerEntry): string {
  const methodName = method === null ? '' : paymentNames[method]
  switch (kind) {
    case 'received':
      return methodName
    case 'refunded':
      return `Refund, ${methodName}`
    case 'correction':
      return change > 0 ? `${methodName}, corrected` : `Refund, ${methodName}, corrected`
    case 'bounced_check':
      return 'Check returned by the bank'
    case 'return':
    case 'adjustment':
      return `Credit note ${credit_note}`
    case 'cancellation':
      return credit_note === null ? 'Canceled' : `Credit note ${credit_note}, canceled`
    case 'reinstatement':
      return 'Reinstated'
  }
}

/** Undefined if an event of the order already covers it. */
function ledgerSentence({ kind, method, credit_note, change }: LedgerEntry): string | undefined {
  const amount = formatDollars(Math.abs(change))
  const byMethod = method === null ? '' : ` ${methodPhrase(method)}`
  switch (kind) {
    case 'received':
      return `We received ${amount}${byMethod}.`
    case 'refunded':
      return `We refunded ${amount}${byMethod}.`
    case 'correction':
      return change > 0
        ? `We reversed a ${amount} payment that was recorded by mistake.`
        : `We reversed a ${amount} refund that was recorded by mistake.`
    case 'bounced_check':
      return `The bank returned your ${amount} check.`
    case 'return':
      return `We credited ${amount} for returned items (credit note ${credit_note}).`
    case 'adjustment':
      return `We credited ${amount} (credit note ${credit_note}).`
    case 'cancellation':
      return credit_note === null ? undefined : `We credited ${amount} (credit note ${credit_note}).`
    case 'reinstatement':
      return undefined
  }
}

const eventSentences: Record<Order['events'][number]['event'], string> = {
  claimed: 'You told us you sent payment.',
  completed: 'Order completed.',
  canceled: 'Order canceled.',
  reopened: 'Order reopened.',
  reinstated: 'Order reinstated.',
  edited: 'Order updated.',
  contact_corrected: 'Contact details corrected.',
}

function shipmentEntries(shipment: Shipment, name: string): { day: string; at: string; sentence: string }[] {
  const { ready_at, shipped_at, delivered_at, picked_up_at, picked_up_by } = shipment
  const entry = (at: string | null, sentence: string) => (at === null ? [] : [{ day: dayAt(at), at, sentence }])
  // A number names the shipment if there are several.
  const event = (text: string) =>
    /\d$/.test(name) ? `${name}: ${text}` : text.replace(/^./, (letter) => letter.toUpperCase())
  return [
    ...entry(shipped_at, event(`shipped${withCarrier(shipment)}.`)),
    ...entry(delivered_at, event('delivered.')),
    ...entry(ready_at, event('ready for pickup.')),
    ...entry(picked_up_at, event(`picked up${picked_up_by ? ` by ${picked_up_by}` : ''}.`)),
  ]
}

/** ` with UPS`; empty if the carrier is unknown. */
export const withCarrier = ({ carrier }: Pick<Shipment, 'carrier'>): string =>
  carrier === null || carrier === 'other' ? '' : ` with ${carrierName(carrier)}`

const dayAt = (instant: string): string => shopDayOf(Date.parse(instant))
