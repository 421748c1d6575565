/** What an order is made of, as whoever sells it says it; cents, basis points, thousandths of a percent. */
export type OrderFacts = {
  lines: {
    position: number
    productId: number
    priceCents: number
    quantity: number
    unitPv: number
    commissionableBp: number
    taxExempt: boolean
  }[]
  discount: { amountCents: number } | { milliPercent: number } | undefined
  /** Undefined for a Pickup. */
  shippingCents: number | undefined
  rates: { milliPercent: number; onGoods: boolean; onShipping: boolean }[]
  isExempt: boolean
}

type Quantities = { position: number; quantity: number }[]
type Step = 'packed' | 'ready_for_pickup' | 'shipped' | 'delivered' | 'picked_up'

/** What happened to an order, as it was accepted; a day is a number. */
export type WholeOrderEvent =
  | { what: 'placed' | 'edited'; facts: OrderFacts }
  | { what: 'paid'; payment: number; amountCents: number; isCheck: boolean; day: number }
  | { what: 'cleared'; payment: number; day: number }
  | { what: 'corrected'; payment: number }
  | { what: 'refunded'; payment: number; amountCents: number; note: number | undefined }
  | { what: 'packed'; shipment: number; lines: Quantities }
  | { what: 'stepped'; shipment: number; step: Step }
  | { what: 'voided'; shipment: number }
  | { what: 'completed' }
  | {
      what: 'returned'
      note: number
      lines: Quantities
      /** Those of them that never left the house. */
      fromHere: Quantities
      restocked: Quantities
      withShipping: boolean
    }
  | { what: 'canceled'; note: number; isNumbered: boolean }
  | { what: 'reinstated' }

const STEPS: Step[] = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up']
const halfUp = (above: number, below: number): number =>
  Number((2n * BigInt(above) + BigInt(below)) / (2n * BigInt(below)))
const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** docs/specification §9, step by step. */
function insuranceOf(cents: number): number {
  let [rest, insurance] = [cents, 0]
  while (rest >= 100_000) [rest, insurance] = [rest - 100_000, insurance + 1435]
  for (const [from, step] of [
    [90_000, 1435],
    [80_000, 1305],
    [70_000, 1175],
    [60_000, 1045],
    [50_000, 915],
    [40_000, 680],
    [30_000, 565],
    [20_000, 450],
    [0, 340],
  ] as const) {
    if (rest >= from) return insurance + step
  }
  return insurance
}

/** Cent by cent: each to whoever is owed most, the earliest among equals. */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = total(weights)
  const shares = weights.map((weight) => (whole === 0 ? 0 : Number((BigInt(amount) * BigInt(weight)) / BigInt(whole))))
  const owed = (i: number): bigint => BigInt(amount) * BigInt(weights[i] ?? 0) - BigInt(shares[i] ?? 0) * BigInt(whole)
  for (let rest = amount - total(shares); rest > 0; rest--) {
    let most = 0
    for (let i = 1; i < weights.length; i++) if (owed(i) > owed(most)) most = i
    shares[most] = (shares[most] ?? 0) + 1
  }
  return shares
}

/** What an order costs, told slowly from docs/pricing; shares nothing with the code under test. */
export function slowPrice({ lines, discount, shippingCents, rates, isExempt }: OrderFacts) {
  const goods = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const subTotal = total(goods)
  const off = !discount
    ? 0
    : 'amountCents' in discount
      ? discount.amountCents
      : halfUp(discount.milliPercent * subTotal, 100_000)
  const discounts = shareOut(off, goods)
  const paid = goods.map((cents, i) => cents - (discounts[i] ?? 0))
  const insurance = shippingCents === undefined ? 0 : insuranceOf(subTotal - off)
  const shipping = shippingCents ?? 0
  const sent = lines.every(({ taxExempt }) => taxExempt) ? 0 : shipping + insurance

  const taxes = lines.map(() => 0)
  let shippingTax = 0
  for (const rate of isExempt ? [] : rates) {
    const bases = lines.map(({ taxExempt }, i) => (rate.onGoods && !taxExempt ? (paid[i] ?? 0) : 0))
    bases.push(rate.onShipping ? sent : 0)
    const shares = shareOut(halfUp(rate.milliPercent * total(bases), 100_000), bases)
    for (const i of taxes.keys()) taxes[i] = (taxes[i] ?? 0) + (shares[i] ?? 0)
    shippingTax += shares.at(-1) ?? 0
  }
  const pvs = lines.map(({ unitPv, quantity }, i) => {
    const price = goods[i] ?? 0
    return price === 0 ? unitPv * quantity : halfUp(unitPv * quantity * (paid[i] ?? 0), price)
  })
  const cvs = lines.map(({ commissionableBp }, i) => halfUp((paid[i] ?? 0) * commissionableBp, 10_000))
  const tax = total(taxes) + shippingTax
  return {
    lines: lines.map(({ position, quantity }, i) => ({
      position,
      quantity,
      goods: goods[i] ?? 0,
      discount: discounts[i] ?? 0,
      tax: taxes[i] ?? 0,
      pv: pvs[i] ?? 0,
      cv: cvs[i] ?? 0,
    })),
    shipping,
    insurance,
    shippingTax,
    tax,
    total: subTotal - off + shipping + insurance + tax,
  }
}

/** What is true of an order after its events, told from the start each time (docs/back-office §3). */
export function slowOrder(events: readonly WholeOrderEvent[], today: number, holdDays: number) {
  let price = slowPrice({ lines: [], discount: undefined, shippingCents: undefined, rates: [], isExempt: false })
  let status = 'processing'
  let counts = false
  const entries = new Map<number, { received: number; refunded: number; clears: number; note: number | undefined }>()
  const notes: { note: number; cents: number; isNumbered: boolean }[] = []
  const returned = new Map<number, number>()
  /** Pieces taken from the shelf and not put back. */
  const out = new Map<number, number>()
  /** Every piece that leaves the house: nothing, or the parcel it is in. */
  const pieces = new Map<number, (number | undefined)[]>()
  const steps = new Map<number, Step>()

  const sumOf = (kind: 'received' | 'refunded'): number => total([...entries.values()].map((entry) => entry[kind]))
  const credited = (): number => total(notes.map(({ cents }) => cents))
  const due = (): number => price.total - credited() - sumOf('received') + sumOf('refunded')
  const state = (uncleared = 0): string =>
    stateOf(due() + uncleared, sumOf('received') - uncleared, sumOf('refunded'), credited(), price.total)
  const isPaid = (uncleared = 0): boolean => ['paid', 'overpaid', 'partly_refunded'].includes(state(uncleared))
  const worth = (position: number, of: 'goods' | 'discount' | 'tax' | 'pv' | 'cv', back: number): number => {
    const line = price.lines.find((one) => one.position === position)
    return line ? halfUp(line[of] * back, line.quantity) : 0
  }

  for (const event of events) {
    switch (event.what) {
      case 'placed':
      case 'edited':
        price = slowPrice(event.facts)
        out.clear()
        pieces.clear()
        for (const { position, quantity } of event.facts.lines) {
          out.set(position, quantity)
          pieces.set(position, Array(quantity).fill(undefined))
        }
        break
      case 'paid': {
        const clears = event.isCheck ? event.day + holdDays : event.day
        entries.set(event.payment, { received: event.amountCents, refunded: 0, clears, note: undefined })
        break
      }
      case 'cleared': {
        const entry = entries.get(event.payment)
        if (entry) entry.clears = event.day
        break
      }
      case 'refunded':
        entries.set(event.payment, { received: 0, refunded: event.amountCents, clears: 0, note: event.note })
        break
      case 'corrected': {
        const was = isPaid()
        entries.delete(event.payment)
        if (status === 'completed' && was && !isPaid()) [status, counts] = ['processing', false]
        break
      }
      case 'packed':
        steps.set(event.shipment, 'packed')
        for (const { position, quantity } of event.lines) {
          for (let n = 0; n < quantity; n++) pieces.get(position)?.splice(open(position), 1, event.shipment)
        }
        break
      case 'stepped':
        steps.set(event.shipment, event.step)
        break
      case 'voided':
        for (const [position, all] of pieces)
          pieces.set(
            position,
            all.map((parcel) => (parcel === event.shipment ? undefined : parcel)),
          )
        break
      case 'completed':
        status = 'completed'
        counts = true
        break
      case 'returned': {
        let cents = event.withShipping ? price.shipping + price.insurance + price.shippingTax : 0
        for (const { position, quantity } of event.lines) {
          const [before, after] = [returned.get(position) ?? 0, (returned.get(position) ?? 0) + quantity]
          for (const [part, sign] of [
            ['goods', 1],
            ['discount', -1],
            ['tax', 1],
          ] as const)
            cents += sign * (worth(position, part, after) - worth(position, part, before))
          returned.set(position, after)
        }
        for (const { position, quantity } of event.fromHere)
          for (let n = 0; n < quantity; n++) pieces.get(position)?.splice(open(position), 1)
        for (const { position, quantity } of event.restocked) out.set(position, (out.get(position) ?? 0) - quantity)
        notes.push({ note: event.note, cents, isNumbered: true })
        break
      }
      case 'canceled':
        notes.push({ note: event.note, cents: price.total - credited(), isNumbered: event.isNumbered })
        for (const { position, quantity } of price.lines)
          out.set(position, (out.get(position) ?? 0) - (quantity - (returned.get(position) ?? 0)))
        ;[status, counts] = ['canceled', false]
        break
      case 'reinstated':
        notes.length = 0
        for (const { position, quantity } of price.lines) out.set(position, quantity)
        status = 'processing'
        break
    }
  }
  function open(position: number): number {
    return pieces.get(position)?.indexOf(undefined) ?? -1
  }

  const uncleared = total([...entries.values()].map(({ received, clears }) => (clears > today ? received : 0)))
  const reached = [...pieces.values()].flat().map((parcel) => (parcel === undefined ? undefined : steps.get(parcel)))
  const furthest = STEPS.toReversed().find((step) => reached.includes(step))
  const counted = (of: 'pv' | 'cv'): number =>
    counts ? total(price.lines.map((line) => line[of] - worth(line.position, of, returned.get(line.position) ?? 0))) : 0
  return {
    status,
    price,
    balance: due(),
    paymentState: state(),
    isCleared: isPaid(uncleared),
    credited: credited(),
    refundable: Math.max(0, -due()),
    refundableOfNotes: notes
      .filter(({ isNumbered }) => isNumbered)
      .map(({ note, cents }) => {
        const given = total([...entries.values()].map((entry) => (entry.note === note ? entry.refunded : 0)))
        return [note, Math.min(Math.max(0, -due()), Math.max(0, cents - given))]
      }),
    fulfillment: !furthest
      ? 'unfulfilled'
      : reached.every((step) => step === furthest)
        ? furthest
        : `partly_${furthest}`,
    isHandedOver: reached.every((step) => step === 'shipped' || step === 'delivered' || step === 'picked_up'),
    open: [...pieces]
      .map(([position, all]) => ({ position, quantity: all.filter((parcel) => parcel === undefined).length }))
      .filter(({ quantity }) => quantity > 0),
    out: Object.fromEntries(out),
    pv: counted('pv'),
    cv: counted('cv'),
  }
}

function stateOf(due: number, received: number, refunded: number, credited: number, whole: number): string {
  const held = received - refunded
  if (due < 0) return 'overpaid'
  if (due > 0) return held > 0 ? 'partly_paid' : 'unpaid'
  if (held > 0) return refunded > 0 && credited > 0 ? 'partly_refunded' : 'paid'
  if (refunded > 0) return 'refunded'
  return whole === 0 ? 'paid' : 'unpaid'
}
