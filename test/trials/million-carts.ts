import { cartTotals } from '#domain/cart/totals.ts'
import { cents } from '#domain/money.ts'
import { orderTotals } from '#domain/order/order-totals.ts'
import { require, say } from './shop-for-trial.ts'

const CARTS = 1_000_000
const STEPS = [340n, 340n, 450n, 565n, 680n, 915n, 1045n, 1175n, 1305n, 1435n]

/** docs/security G9: a million carts against sums in BigInt that share nothing with the code under test. */
export async function millionCarts(): Promise<void> {
  const random = seeded(20_261_121)
  for (let n = 0; n < CARTS; n++) {
    const lines = Array.from({ length: 1 + random(8) }, () => ({
      priceCents: cents(random(120_000)),
      quantity: 1 + random(99),
      pv: random(500),
    }))
    const shipping = random(10_000)
    const rate = {
      state: 'NY',
      zipPrefix: '',
      milliPercent: random(12_000),
      onGoods: random(4) > 0,
      onShipping: random(2) > 0,
    }
    const totals = orderTotals({
      subTotalCents: cartTotals(lines).subTotalCents,
      delivery: { shippingPriceCents: cents(shipping) },
      taxRates: [rate],
    })
    const subTotal = lines.reduce((sum, line) => sum + BigInt(line.priceCents) * BigInt(line.quantity), 0n)
    const insurance = (subTotal / 100_000n) * 1435n + (STEPS[Number((subTotal % 100_000n) / 10_000n)] ?? 0n)
    const base = (rate.onGoods ? subTotal : 0n) + (rate.onShipping ? insurance + BigInt(shipping) : 0n)
    const tax = (base * BigInt(rate.milliPercent) * 2n + 100_000n) / 200_000n
    require(BigInt(totals.subTotalCents) === subTotal &&
      BigInt(totals.insuranceCents) === insurance &&
      BigInt(totals.taxCents) === tax &&
      BigInt(totals.totalCents) ===
        subTotal +
          insurance +
          tax +
          BigInt(shipping), `cart ${n}: ${JSON.stringify({ lines, shipping, rate, totals })}`)
  }
  say(`${CARTS} carts, 0 mismatches in sub-total, insurance, tax and total.`)
}

/** Mulberry32: the same carts every time. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
