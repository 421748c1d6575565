import { cents, portion } from '#domain/money/money.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { isFreeForSale, type ProductContent, type ProductStatus } from './product-content.ts'

/** A change that is made to many products. */
export type BulkChange =
  | { kind: 'status'; status: ProductStatus }
  | { kind: 'category'; categoryId: number | null }
  | { kind: 'vendor'; vendor: string }
  | { kind: 'pv'; pv: number }
  /** Positive or negative, in hundredths of a percent of the regular price. */
  | { kind: 'price_percent'; percentBp: number }
  /** Positive or negative, added to the regular price. */
  | { kind: 'price_amount'; amountCents: number }

/** The part of a product's content that a bulk change sets or depends on. */
export type BulkFacts = Pick<
  ProductContent,
  'status' | 'category_id' | 'vendor' | 'pv' | 'price_cents' | 'sale_price_cents'
>

export type BulkRefusal = Refusal<
  'price_below_zero' | 'price_too_high' | 'sale_price_not_lower' | 'confirmation_required'
>

/** The largest amount that a product can cost. */
const MAX_PRICE_CENTS = 2_147_483_647
const WHOLE_BP = 10_000

/** Returns the fields that the change sets to another value; none if the product is as it should be. */
export function planBulkChange(
  facts: BulkFacts,
  change: BulkChange,
  { isConfirmed }: { isConfirmed: boolean },
): Result<{ changes: Partial<BulkFacts> }, BulkRefusal> {
  const values = setValues(facts, change)
  const changes: Partial<BulkFacts> = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => facts[field as keyof BulkFacts] !== value),
  )
  if (Object.keys(changes).length === 0) return { ok: true, changes }
  const after = { ...facts, ...changes }
  if (after.price_cents < 0) return refuse({ code: 'price_below_zero' })
  if (after.price_cents > MAX_PRICE_CENTS) return refuse({ code: 'price_too_high' })
  if (after.sale_price_cents !== null && after.sale_price_cents >= after.price_cents) {
    return refuse({ code: 'sale_price_not_lower' })
  }
  if (isFreeForSale(after) && !isFreeForSale(facts) && !isConfirmed) return refuse({ code: 'confirmation_required' })
  return { ok: true, changes }
}

function setValues({ price_cents }: BulkFacts, change: BulkChange): Partial<BulkFacts> {
  switch (change.kind) {
    case 'status':
      return { status: change.status }
    case 'category':
      return { category_id: change.categoryId }
    case 'vendor':
      return { vendor: change.vendor }
    case 'pv':
      return { pv: change.pv }
    case 'price_percent':
      return { price_cents: portion(WHOLE_BP + change.percentBp, cents(price_cents)) }
    case 'price_amount':
      return { price_cents: price_cents + change.amountCents }
  }
}
