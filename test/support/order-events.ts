import { halfUp, slowPrice, sum } from './slow-price.ts'
import { pricedOrder, type SoldOrder } from './sold-order.ts'

export type Pieces = { position: number; quantity: number }
type Step = 'packed' | 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up'

/** An accepted event of an order. */
export type OrderEvent =
  | { what: 'paid'; payment: number; amountCents: number; isCheck: boolean }
  | { what: 'cleared'; payment: number }
  | { what: 'corrected'; payment: number }
  | { what: 'refunded'; payment: number; amountCents: number }
  /** Credit for goods that stay with the customer. */
  | { what: 'adjusted'; amountCents: number }
  | { what: 'packed'; shipment: number; lines: readonly Pieces[] }
  | { what: 'moved'; shipment: number; to: Step | 'voided' }
  | { what: 'edited'; sold: SoldOrder }
  /** `shipment`: the one that contained everything still open. Checks cleared by then, or with it. */
  | { what: 'completed'; shipment: number; clearing: 'now' | 'wait' }
  /** It was paid, but a check had not cleared. */
  | { what: 'not cleared' }
  | { what: 'returned'; lines: readonly (Pieces & { restock: boolean })[] }
  | { what: 'canceled' }
  | { what: 'reinstated' }
  | { what: 'month closed' }

const STEPS: readonly Step[] = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up']
const isGone = (state: Step | 'voided'): boolean =>
  state === 'shipped' || state === 'delivered' || state === 'picked_up'

/**
 * Computes the expected state of an order after its events, from the start each time and slowly, without sharing code
 * with the implementation (docs/back-office §3, docs/plan §8). `shelves`: previous stock of each component.
 */
export function expectedOrder(ordered: SoldOrder, shelves: readonly number[], events: readonly OrderEvent[]) {
  let sold = ordered
  let price = slowPrice(pricedOrder(sold))
  let status: 'processing' | 'completed' | 'canceled' = 'processing'
  const entries = new Map<number, { kind: 'received' | 'refunded'; amount: number; waits: boolean }>()
  /** Received as checks that have not cleared. */
  const waiting = (): number => sum([...entries.values()].map(({ waits, amount }) => (waits ? amount : 0)))
  const moneyOf = (kind: string): number =>
    sum([...entries.values()].map((entry) => (entry.kind === kind ? entry.amount : 0)))
  const nothing = { goods: 0, discount: 0, shipping: 0, insurance: 0, tax: 0 }
  let credited = { ...nothing }
  let beforeCancel = credited
  let numbers = 0
  const back = ordered.lines.map(() => ({ all: 0, fromHere: 0 }))
  const shipments = new Map<number, { state: Step | 'voided'; lines: readonly Pieces[] }>()
  const piecesIn = (position: number, isIn: (state: Step | 'voided') => boolean): number =>
    sum(
      [...shipments.values()]
        .filter(({ state }) => isIn(state))
        .flatMap(({ lines }) => lines.filter((line) => line.position === position).map(({ quantity }) => quantity)),
    )
  const stock = [...shelves]
  const put = (position: number, pieces: number) => {
    for (const [shelf, draw] of (sold.lines[position]?.draws ?? []).entries())
      stock[shelf] = (stock[shelf] ?? 0) + pieces * draw
  }
  for (const [position, line] of sold.lines.entries()) put(position, -line.quantity)

  const points = [0, 0]
  let closed = false
  /** Bonuses of the member and of the sponsor alike: 3% of a sale, in cents, by month. */
  const bonuses = [0, 0]
  const bonusOf = (cv: number): number => halfUp(BigInt(cv) * 300n, 10_000n)
  let counts: { cv: number; pv: number } | undefined
  const countLess = (cv: number, pv: number) => {
    if (!counts) return
    const month = closed ? 1 : 0
    points[month] = (points[month] ?? 0) - pv
    bonuses[month] = (bonuses[month] ?? 0) + bonusOf(counts.cv - cv) - bonusOf(counts.cv)
    counts = { cv: counts.cv - cv, pv: counts.pv - pv }
  }
  const uncount = () => {
    if (counts) countLess(counts.cv, counts.pv)
    counts = undefined
  }
  const shareOf = (position: number, part: 'goods' | 'discount' | 'tax' | 'cv' | 'pv', pieces: number): number =>
    halfUp(BigInt(price.lines[position]?.[part] ?? 0) * BigInt(pieces), BigInt(sold.lines[position]?.quantity ?? 1))
  const creditedCents = (): number =>
    credited.goods - credited.discount + credited.shipping + credited.insurance + credited.tax
  const goodsCredited = (): number => credited.goods - credited.discount
  const dues = (): number => price.total - creditedCents() - moneyOf('received') + moneyOf('refunded')
  const stateWithout = (cents: number): string =>
    paymentState(price.total, creditedCents(), moneyOf('received') - cents, moneyOf('refunded'))
  const isPaid = (without = 0): boolean => ['paid', 'overpaid', 'partly_refunded'].includes(stateWithout(without))

  for (const event of events) {
    switch (event.what) {
      case 'paid':
        entries.set(event.payment, { kind: 'received', amount: event.amountCents, waits: event.isCheck })
        break
      case 'cleared': {
        const check = entries.get(event.payment)
        if (!check?.waits) throw new Error(`payment ${event.payment} was not a pending check`)
        check.waits = false
        break
      }
      case 'not cleared':
        if (!isPaid() || isPaid(waiting())) throw new Error('it was refused as if a check had not cleared')
        break
      case 'refunded':
        entries.set(event.payment, { kind: 'refunded', amount: event.amountCents, waits: false })
        break
      case 'corrected': {
        const wasPaid = isPaid() || stateWithout(0) === 'refunded'
        entries.delete(event.payment)
        if (status === 'completed' && wasPaid && !isPaid()) {
          status = 'processing'
          uncount()
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
        for (const [position, line] of sold.lines.entries()) put(position, line.quantity)
        sold = event.sold
        price = slowPrice(pricedOrder(sold))
        for (const [position, line] of sold.lines.entries()) put(position, -line.quantity)
        break
      case 'completed': {
        if (!isPaid(event.clearing === 'wait' ? waiting() : 0)) throw new Error('it was completed without being paid')
        if (!isPaid(waiting())) for (const entry of entries.values()) entry.waits = false
        status = 'completed'
        const gone = sold.destination === undefined ? 'picked_up' : 'shipped'
        for (const [id, { state, lines }] of shipments)
          if (state !== 'voided' && !isGone(state)) shipments.set(id, { state: gone, lines })
        const rest = sold.lines.map(({ quantity }, position) => ({
          position,
          quantity: quantity - (back[position]?.fromHere ?? 0) - piecesIn(position, (state) => state !== 'voided'),
        }))
        if (rest.some(({ quantity }) => quantity > 0)) shipments.set(event.shipment, { state: gone, lines: rest })
        const left = (part: 'cv' | 'pv') =>
          sum(price.lines.map((line, position) => line[part] - shareOf(position, part, back[position]?.all ?? 0)))
        counts = { cv: left('cv'), pv: left('pv') }
        points[0] = (points[0] ?? 0) + counts.pv
        bonuses[0] = (bonuses[0] ?? 0) + bonusOf(counts.cv)
        break
      }
      case 'adjusted':
        credited = { ...credited, goods: credited.goods + event.amountCents }
        if (goodsCredited() > price.parts.goods - price.parts.discount)
          throw new Error('more than the goods was credited')
        numbers++
        break
      case 'returned': {
        let [cv, pv] = [0, 0]
        const before = goodsCredited()
        for (const { position, quantity, restock } of event.lines) {
          const line = back[position] as { all: number; fromHere: number }
          const part = (of: 'goods' | 'discount' | 'tax' | 'cv' | 'pv') =>
            shareOf(position, of, line.all + quantity) - shareOf(position, of, line.all)
          credited = {
            ...credited,
            goods: credited.goods + part('goods'),
            discount: credited.discount + part('discount'),
            tax: credited.tax + part('tax'),
          }
          cv += part('cv')
          pv += part('pv')
          const outside = Math.min(quantity, piecesIn(position, isGone) - (line.all - line.fromHere))
          put(position, restock ? quantity : quantity - outside)
          line.all += quantity
          line.fromHere += quantity - outside
        }
        // Earlier credits for goods that stayed are not credited again.
        const beyond = goodsCredited() - (price.parts.goods - price.parts.discount)
        if (beyond > 0) credited = { ...credited, goods: credited.goods - Math.min(beyond, goodsCredited() - before) }
        const isWhole = back.every(({ all }, position) => all === sold.lines[position]?.quantity)
        if (isWhole && ![...shipments.values()].some(({ state }) => isGone(state))) {
          const { shipping, insurance } = price.parts
          credited = { ...credited, shipping, insurance, tax: credited.tax + price.shippingTax }
        }
        numbers++
        countLess(cv, pv)
        break
      }
      case 'canceled':
        beforeCancel = credited
        if (creditedCents() < price.total && moneyOf('received') > 0) numbers++
        credited = { ...price.parts }
        status = 'canceled'
        for (const [id, { state, lines }] of shipments)
          if (!isGone(state)) shipments.set(id, { state: 'voided', lines })
        for (const [position, line] of sold.lines.entries()) put(position, line.quantity - (back[position]?.all ?? 0))
        uncount()
        break
      case 'reinstated':
        status = 'processing'
        credited = beforeCancel
        for (const [position, line] of sold.lines.entries()) put(position, (back[position]?.all ?? 0) - line.quantity)
        break
      case 'month closed':
        closed = true
        break
    }
  }
  const leaves = sum(sold.lines.map(({ quantity }, position) => quantity - (back[position]?.fromHere ?? 0)))
  const reachedIn = (step: Step) => sum(sold.lines.map((_, position) => piecesIn(position, (state) => state === step)))
  const furthest = STEPS.findLast((step) => reachedIn(step) > 0)
  return {
    status,
    total: price.total,
    tax: price.parts.tax,
    shipping: price.parts.shipping,
    payment_state: stateWithout(0),
    waiting: waiting(),
    fulfillment_state: furthest ? `${reachedIn(furthest) < leaves ? 'partly_' : ''}${furthest}` : 'unfulfilled',
    stock,
    credited,
    numbers,
    balanceCents: dues(),
    points,
    bonuses,
  }
}

function paymentState(total: number, credited: number, received: number, refunded: number): string {
  const has = received - refunded
  const owes = total - credited
  if (has > owes) return 'overpaid'
  if (has < owes) return has > 0 ? 'partly_paid' : 'unpaid'
  if (has > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  if (refunded > 0) return 'refunded'
  return total === 0 ? 'paid' : 'unpaid'
}
