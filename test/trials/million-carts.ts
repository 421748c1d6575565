import { cents } from '#domain/money/money.ts'
import { calculateOrderPrice } from '#domain/pricing/order-price.ts'
import { seededRandom } from '../../bench/support/skewed-network.ts'
import { assertThat, log } from './trial-shop.ts'

const CARTS = 1_000_000
const STEPS = [340n, 340n, 450n, 565n, 680n, 915n, 1045n, 1175n, 1305n, 1435n]

/** docs/security G9: a million carts compared with BigInt sums that share no code with the implementation. */
export async function millionCarts(): Promise<void> {
  const random = seededRandom(20_261_121)
  for (let n = 0; n < CARTS; n++) {
    const lines = Array.from({ length: 1 + random(8) }, () => ({
      priceCents: cents(random(120_000)),
      quantity: 1 + random(99),
      unitPv: random(500),
      commissionableBp: 10_000,
      taxExempt: random(5) === 0,
    }))
    const shipping = random(10_000)
    const milliPercent = random(3) === 0 ? random(100_001) : 0
    const rate = {
      state: 'NY',
      zipPrefix: '',
      milliPercent: random(12_000),
      onGoods: random(4) > 0,
      onShipping: random(2) > 0,
    }
    const certificate = random(20) === 0 ? { state: 'NY', number: '1' } : undefined
    const price = calculateOrderPrice({
      lines,
      discount: milliPercent > 0 ? { kind: 'percent', milliPercent, reason: 'trial' } : undefined,
      delivery: { shippingPriceCents: cents(shipping) },
      taxRates: [rate],
      certificate,
    })
    const { totals } = price
    const subTotal = lines.reduce((sum, line) => sum + BigInt(line.priceCents) * BigInt(line.quantity), 0n)
    const discount = (subTotal * BigInt(milliPercent) * 2n + 100_000n) / 200_000n
    const paid = subTotal - discount
    const insurance = (paid / 100_000n) * 1435n + (STEPS[Number((paid % 100_000n) / 10_000n)] ?? 0n)
    // Property tests cover which cents of the discount the exempt lines bear; here they only have to add up.
    const sumOf = (read: (line: (typeof price.lines)[number]) => number) =>
      price.lines.reduce((sum, line) => sum + BigInt(read(line)), 0n)
    const taxable = price.lines.reduce(
      (sum, line, i) => (lines[i]?.taxExempt ? sum : sum + BigInt(line.totalCents) - BigInt(line.discountCents)),
      0n,
    )
    const sent = lines.some((line) => !line.taxExempt) ? insurance + BigInt(shipping) : 0n
    const base = certificate ? 0n : (rate.onGoods ? taxable : 0n) + (rate.onShipping ? sent : 0n)
    const tax = (base * BigInt(rate.milliPercent) * 2n + 100_000n) / 200_000n
    const shippingTax = price.taxes.reduce((sum, { shippingTaxCents }) => sum + BigInt(shippingTaxCents), 0n)
    assertThat(
      BigInt(totals.subTotalCents) === subTotal &&
        BigInt(totals.discountCents) === discount &&
        sumOf((line) => line.discountCents) === discount &&
        BigInt(totals.insuranceCents) === insurance &&
        BigInt(totals.taxCents) === tax &&
        sumOf((line) => line.taxCents) + shippingTax === tax &&
        BigInt(totals.totalCents) === paid + insurance + tax + BigInt(shipping),
      `cart ${n}: ${JSON.stringify({ lines, shipping, rate, milliPercent, certificate, totals })}`,
    )
  }
  log(
    `${CARTS} carts, 0 mismatches in sub-total, discount, insurance, tax and total; shares of discount and tax add up.`,
  )
}
