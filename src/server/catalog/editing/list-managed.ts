import type { ListedProduct } from '#contract/catalog/admin-calls.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { Services } from '#server/platform/services.ts'
import {
  buildProductConditions,
  countProducts,
  findManagedProducts,
  isSortKey,
  type ProductFilter,
  type ProductSort,
} from './list-managed.queries.ts'
import { presentListed } from './present-listed.ts'

const PAGE = 50
const MAX_ID = 2_147_483_647

type ListQuery = ProductFilter & { sort: ProductSort; after?: string | undefined }

/** Lists products for the back office. `next` continues after the last row by sort key and id. */
export async function listManagedProducts(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { sort, after, ...filter }: ListQuery,
): Promise<
  Result<
    { data: ListedProduct[]; next: string | null; count: { value: number; more: boolean } },
    Refusal<'invalid_cursor'>
  >
> {
  const cursor = after === undefined ? undefined : parseCursor(after, sort)
  if (after !== undefined && !cursor) return refuse({ code: 'invalid_cursor' })
  const conditions = buildProductConditions(filter, settings.get('low_stock_below'))
  const [rows, count] = await Promise.all([
    findManagedProducts(db, conditions, { sort, after: cursor, limit: PAGE + 1 }),
    countProducts(db, conditions, MAX_COUNTED + 1),
  ])
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    ok: true,
    data: page.map(presentListed),
    next: rows.length > PAGE && last ? JSON.stringify([last.sort_key, last.id]) : null,
    count: { value: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED },
  }
}

/** Counts the products that the list shows with this filter, up to one more than the exact limit. */
export const countManagedProducts = (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  filter: Omit<ProductFilter, 'search'>,
): Promise<number> =>
  countProducts(db, buildProductConditions({ search: '', ...filter }, settings.get('low_stock_below')), MAX_COUNTED + 1)

function parseCursor(text: string, sort: ProductSort): { key: string; id: number } | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed)) return undefined
  const [key, id] = parsed as unknown[]
  const isValid =
    typeof key === 'string' && isSortKey(sort, key) && Number.isInteger(id) && Math.abs(id as number) <= MAX_ID
  return isValid ? { key, id: id as number } : undefined
}
