import { type SoldOrder, toPricedOrder } from './agreed-order.ts'
import { referencePrice, roundHalfUp, sum } from './reference-price.ts'

export type LineQuantity = { position: number; quantity: number }
type Step = 'packed' | 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up'

/** An accepted event of an order. */
export type OrderEvent =
  | { type: 'paid'; payment: number; amountCents: number; isCheck: boolean }
  | { type: 'cleared'; payment: number }
  | { type: 'corrected'; payment: number }
  | { type: 'refunded'; payment: number; amountCents: number }
  /** Credit for goods that stay with the customer. */
  | { type: 'adjusted'; amountCents: number }
  | { type: 'packed'; shipment: number; lines: readonly LineQuantity[] }
  | { type: 'moved'; shipment: number; to: Step | 'voided' }
  | { type: 'edited'; sold: SoldOrder }
  /** `shipment`: the one that contained everything still open. Checks cleared by then, or with it. */
  | { type: 'completed'; shipment: number; clearing: 'now' | 'wait' }
  /** It was paid, but a check had not cleared. */
  | { type: 'not_cleared' }
  | { type: 'returned'; lines: readonly (LineQuantity & { restock: boolean })[] }
  | { type: 'canceled' }
  | { type: 'reinstated' }
  | { type: 'month_closed' }

const STEPS: readonly Step[] = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up']
const hasLeft = (state: Step | 'voided'): boolean =>
  state === 'shipped' || state === 'delivered' || state === 'picked_up'

/**
 * Computes the expected state of an order after its events, from the start each time, without sharing code
 * with the implementation (docs/back-office §3, docs/plan §8). `shelves`: previous stock of each component.
 */
export function expectedOrder(ordered: SoldOrder, initialStock: readonly number[], events: readonly OrderEvent[]) {
  let sold = ordered
  let price = referencePrice(toPricedOrder(sold))
  let status: 'processing' | 'completed' | 'canceled' = 'processing'
  const entries = new Map<number, { kind: 'received' | 'refunded'; amount: number; isPending: boolean }>()
  /** Received as checks that have not cleared. */
  const pendingCents = (): number => sum([...entries.values()].map(({ isPending, amount }) => (isPending ? amount : 0)))
  const sumEntries = (kind: string): number =>
    sum([...entries.values()].map((entry) => (entry.kind === kind ? entry.amount : 0)))
  const noCredit = { goods: 0, discount: 0, shipping: 0, insurance: 0, tax: 0 }
  let credited = { ...noCredit }
  let beforeCancel = credited
  let creditNoteCount = 0
  const returned = ordered.lines.map(() => ({ total: 0, unshipped: 0 }))
  const shipments = new Map<number, { state: Step | 'voided'; lines: readonly LineQuantity[] }>()
  const unitsIn = (position: number, matchesState: (state: Step | 'voided') => boolean): number =>
    sum(
      [...shipments.values()]
        .filter(({ state }) => matchesState(state))
        .flatMap(({ lines }) => lines.filter((line) => line.position === position).map(({ quantity }) => quantity)),
    )
  const stock = [...initialStock]
  const changeStock = (position: number, units: number) => {
    for (const [shelf, unitsPerShelf] of (sold.lines[position]?.unitsPerShelf ?? []).entries())
      stock[shelf] = (stock[shelf] ?? 0) + units * unitsPerShelf
  }
  for (const [position, line] of sold.lines.entries()) changeStock(position, -line.quantity)

  const points = [0, 0]
  let closed = false
  /** Bonuses of the member and of the sponsor alike: 3% of a sale, in cents, by month. */
  const bonuses = [0, 0]
  const bonusOf = (cv: number): number => roundHalfUp(BigInt(cv) * 300n, 10_000n)
  let counted: { cv: number; pv: number } | undefined
  const reduceCounted = (cv: number, pv: number) => {
    if (!counted) return
    const month = closed ? 1 : 0
    points[month] = (points[month] ?? 0) - pv
    bonuses[month] = (bonuses[month] ?? 0) + bonusOf(counted.cv - cv) - bonusOf(counted.cv)
    counted = { cv: counted.cv - cv, pv: counted.pv - pv }
  }
  const clearCounted = () => {
    if (counted) reduceCounted(counted.cv, counted.pv)
    counted = undefined
  }
  const shareOf = (position: number, part: 'goods' | 'discount' | 'tax' | 'cv' | 'pv', units: number): number =>
    roundHalfUp(BigInt(price.lines[position]?.[part] ?? 0) * BigInt(units), BigInt(sold.lines[position]?.quantity ?? 1))
  const creditedCents = (): number =>
    credited.goods - credited.discount + credited.shipping + credited.insurance + credited.tax
  const goodsCredited = (): number => credited.goods - credited.discount
  const amountDue = (): number => price.total - creditedCents() - sumEntries('received') + sumEntries('refunded')
  const stateWithout = (cents: number): string =>
    paymentState(price.total, creditedCents(), sumEntries('received') - cents, sumEntries('refunded'))
  const isPaid = (without = 0): boolean => ['paid', 'overpaid', 'partly_refunded'].includes(stateWithout(without))

  for (const event of events) {
    switch (event.type) {
      case 'paid':
        entries.set(event.payment, { kind: 'received', amount: event.amountCents, isPending: event.isCheck })
        break
      case 'cleared': {
        const check = entries.get(event.payment)
        if (!check?.isPending) throw new Error(`payment ${event.payment} was not a pending check`)
        check.isPending = false
        break
      }
      case 'not_cleared':
        if (!isPaid() || isPaid(pendingCents())) throw new Error('refused as if a check had not cleared')
        break
      case 'refunded':
        entries.set(event.payment, { kind: 'refunded', amount: event.amountCents, isPending: false })
        break
      case 'corrected': {
        const wasPaid = isPaid() || stateWithout(0) === 'refunded'
        entries.delete(event.payment)
        if (status === 'completed' && wasPaid && !isPaid()) {
          status = 'processing'
          clearCounted()
        }
        break
      }
      case 'packed':
        shipments.set(event.shipment, { state: 'packed', lines: event.lines })
        break
      case 'moved':
        shipments.set(event.shipment, { state: event.to, lines: shipments.get(event.shipment)?.lines ?? [] })
        break
      case 'edited':
        for (const [position, line] of sold.lines.entries()) changeStock(position, line.quantity)
        sold = event.sold
        price = referencePrice(toPricedOrder(sold))
        for (const [position, line] of sold.lines.entries()) changeStock(position, -line.quantity)
        break
      case 'completed': {
        if (!isPaid(event.clearing === 'wait' ? pendingCents() : 0)) throw new Error('completed without being paid')
        if (!isPaid(pendingCents())) for (const entry of entries.values()) entry.isPending = false
        status = 'completed'
        const finalStep = sold.destination === undefined ? 'picked_up' : 'shipped'
        for (const [id, { state, lines }] of shipments)
          if (state !== 'voided' && !hasLeft(state)) shipments.set(id, { state: finalStep, lines })
        const rest = sold.lines.map(({ quantity }, position) => ({
          position,
          quantity: quantity - (returned[position]?.unshipped ?? 0) - unitsIn(position, (state) => state !== 'voided'),
        }))
        if (rest.some(({ quantity }) => quantity > 0)) shipments.set(event.shipment, { state: finalStep, lines: rest })
        const remaining = (part: 'cv' | 'pv') =>
          sum(price.lines.map((line, position) => line[part] - shareOf(position, part, returned[position]?.total ?? 0)))
        counted = { cv: remaining('cv'), pv: remaining('pv') }
        points[0] = (points[0] ?? 0) + counted.pv
        bonuses[0] = (bonuses[0] ?? 0) + bonusOf(counted.cv)
        break
      }
      case 'adjusted':
        credited = { ...credited, goods: credited.goods + event.amountCents }
        if (goodsCredited() > price.parts.goods - price.parts.discount) throw new Error('credited more than the goods')
        creditNoteCount++
        break
      case 'returned': {
        let [cv, pv] = [0, 0]
        const before = goodsCredited()
        for (const { position, quantity, restock } of event.lines) {
          const line = returned[position] as { total: number; unshipped: number }
          const part = (amount: 'goods' | 'discount' | 'tax' | 'cv' | 'pv') =>
            shareOf(position, amount, line.total + quantity) - shareOf(position, amount, line.total)
          credited = {
            ...credited,
            goods: credited.goods + part('goods'),
            discount: credited.discount + part('discount'),
            tax: credited.tax + part('tax'),
          }
          cv += part('cv')
          pv += part('pv')
          const withCustomer = Math.min(quantity, unitsIn(position, hasLeft) - (line.total - line.unshipped))
          changeStock(position, restock ? quantity : quantity - withCustomer)
          line.total += quantity
          line.unshipped += quantity - withCustomer
        }
        // Earlier credits for goods that stayed are not credited again.
        const excessCents = goodsCredited() - (price.parts.goods - price.parts.discount)
        if (excessCents > 0)
          credited = { ...credited, goods: credited.goods - Math.min(excessCents, goodsCredited() - before) }
        const isWhole = returned.every(({ total }, position) => total === sold.lines[position]?.quantity)
        if (isWhole && ![...shipments.values()].some(({ state }) => hasLeft(state))) {
          const { shipping, insurance } = price.parts
          credited = { ...credited, shipping, insurance, tax: credited.tax + price.shippingTax }
        }
        creditNoteCount++
        reduceCounted(cv, pv)
        break
      }
      case 'canceled':
        beforeCancel = credited
        if (creditedCents() < price.total && sumEntries('received') > 0) creditNoteCount++
        credited = { ...price.parts }
        status = 'canceled'
        for (const [id, { state, lines }] of shipments)
          if (!hasLeft(state)) shipments.set(id, { state: 'voided', lines })
        for (const [position, line] of sold.lines.entries())
          changeStock(position, line.quantity - (returned[position]?.total ?? 0))
        clearCounted()
        break
      case 'reinstated':
        status = 'processing'
        credited = beforeCancel
        for (const [position, line] of sold.lines.entries())
          changeStock(position, (returned[position]?.total ?? 0) - line.quantity)
        break
      case 'month_closed':
        closed = true
        break
    }
  }
  const unitsToShip = sum(sold.lines.map(({ quantity }, position) => quantity - (returned[position]?.unshipped ?? 0)))
  const unitsAt = (step: Step) => sum(sold.lines.map((_, position) => unitsIn(position, (state) => state === step)))
  const furthestStep = STEPS.findLast((step) => unitsAt(step) > 0)
  return {
    status,
    total: price.total,
    tax: price.parts.tax,
    shipping: price.parts.shipping,
    payment_state: stateWithout(0),
    waiting: pendingCents(),
    fulfillment_state: furthestStep
      ? `${unitsAt(furthestStep) < unitsToShip ? 'partly_' : ''}${furthestStep}`
      : 'unfulfilled',
    stock,
    credited,
    numbers: creditNoteCount,
    balanceCents: amountDue(),
    points,
    bonuses,
  }
}

function paymentState(total: number, credited: number, received: number, refunded: number): string {
  const balance = received - refunded
  const due = total - credited
  if (balance > due) return 'overpaid'
  if (balance < due) return balance > 0 ? 'partly_paid' : 'unpaid'
  if (balance > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  if (refunded > 0) return 'refunded'
  return total === 0 ? 'paid' : 'unpaid'
}
