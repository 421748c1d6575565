import type { BulkChangeInput, BulkRun } from '#contract/catalog/bulk-changes.ts'
import type { BulkChange, BulkFacts } from '#domain/catalog/bulk-change.ts'
import { cents, toCents, toDollars } from '#domain/money/money.ts'
import type { BulkRunRow, RefusedProduct } from './bulk-change.queries.ts'
import type { PlannedProduct } from './preview-bulk-change.ts'

export function toBulkChange(input: BulkChangeInput): BulkChange {
  switch (input.kind) {
    case 'category':
      return { kind: 'category', categoryId: input.category_id }
    case 'price_percent':
      return { kind: 'price_percent', percentBp: Math.round(input.percent * 100) }
    case 'price_amount':
      return { kind: 'price_amount', amountCents: toCents(input.amount) }
    default:
      return input
  }
}

/** A run names a few more if its last slices refuse many. */
const MAX_REFUSALS = 100

type DescribeRefusal = (code: RefusedProduct['code']) => string

export const presentRefusals = (refusals: readonly RefusedProduct[], describe: DescribeRefusal) =>
  refusals.slice(0, MAX_REFUSALS).map((refusal) => ({ ...refusal, reason: describe(refusal.code) }))

export function presentPlanned({ id, version, name, changes, ...facts }: PlannedProduct) {
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, facts[field as keyof BulkFacts]]))
  return {
    product_id: id,
    version: String(version),
    name,
    before: presentFields(before),
    after: presentFields(changes),
  }
}

const presentFields = ({ price_cents, sale_price_cents: _sale, ...fields }: Partial<BulkFacts>) => ({
  ...fields,
  ...(price_cents !== undefined && { price: toDollars(cents(price_cents)) }),
})

export const presentBulkRun = (
  { id, change, refusals, requested_at, requested_by_id, ended_at, ...run }: BulkRunRow,
  viewerId: number,
  describe: DescribeRefusal,
): BulkRun => ({
  ...run,
  run_id: id,
  kind: change.kind,
  refusals: presentRefusals(refusals, describe),
  personal: requested_by_id === viewerId,
  requested_at: requested_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})
