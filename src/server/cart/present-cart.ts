import type { Cart, LineItem } from '#contract/cart/calls.ts'
import type { User } from '#contract/customers/sign-in.ts'
import type { LicenseRule } from '#domain/customers/license.ts'
import { type Cents, cents, timesQuantity, toDollars } from '#domain/money/money.ts'
import { calculateCartTotals } from '#domain/pricing/cart-totals.ts'
import { calculateAvailability } from '#domain/stock/availability.ts'
import { productUrl, thumbnailUrl } from '#server/catalog/urls.ts'
import { findLicenseBlockMessage } from '#server/customers/license-block.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { stockConsumption } from '#server/stock/stock-draws.ts'
import type { CartLineRow } from './cart.queries.ts'

/** Rules that an order must meet regardless of its lines. */
export type OrderRules = { minimumSubTotalCents: Cents; licenseRule: LicenseRule }

/** Reads the rules from the settings. */
export const orderRules = ({ get }: Settings): OrderRules => ({
  minimumSubTotalCents: get('minimum_sub_total'),
  licenseRule: get('license_for_orders'),
})

/** Presents rows as the contract's cart. `added` fills the 'ADDED TO CART' layer. */
export function presentCart(
  lines: readonly CartLineRow[],
  { minimumSubTotalCents, licenseRule }: OrderRules,
  user: User | null,
  added?: { productId: number; quantity: number },
): Cart {
  const totals = calculateCartTotals(
    lines.map(({ price_cents, quantity, pv }) => ({ priceCents: cents(price_cents), quantity, pv })),
  )
  const available = calculateAvailability(
    lines.map((line) => ({ quantity: line.quantity, draws: stockConsumption(line.product_id, line) })),
  )
  const addedLine = added && lines.find((line) => line.product_id === added.productId)
  return {
    line_items: lines.map((line, index) => presentLine(line, available[index] ?? null)),
    quantity: totals.quantity,
    sub_total: toDollars(totals.subTotalCents),
    total: toDollars(totals.subTotalCents),
    pv: totals.pv,
    minimum_sub_total: toDollars(minimumSubTotalCents),
    order_block_reason: findLicenseBlockMessage(licenseRule, user?.license),
    user,
    layerProduct: addedLine
      ? {
          image: thumbnailUrl(addedLine.image_file),
          product_name: addedLine.name,
          quantity: added.quantity,
          total: toDollars(timesQuantity(cents(addedLine.price_cents), added.quantity)),
        }
      : null,
  }
}

/** `pieces` is the stock left after the preceding lines; null if not tracked. */
function presentLine(line: CartLineRow, pieces: number | null): LineItem {
  const price = toDollars(cents(line.price_cents))
  return {
    id: line.id,
    product_id: line.product_id,
    quantity: line.quantity,
    price,
    total_price: toDollars(timesQuantity(cents(line.price_cents), line.quantity)),
    previous_price: line.added_price_cents === line.price_cents ? null : toDollars(cents(line.added_price_cents)),
    pv: line.pv * line.quantity,
    available: line.active && (pieces === null || pieces >= line.quantity),
    product: {
      name: line.name,
      image: thumbnailUrl(line.image_file),
      url: productUrl(line.product_id),
      current_price: price,
      product_name: line.name,
    },
  }
}
