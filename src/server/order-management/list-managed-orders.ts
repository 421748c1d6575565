import type { ManagedOrderRow } from '#contract/admin-order.ts'
import { findByMemoCode } from '#server/order/read-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findManagedOrders, type OrderFilter } from './order-file.queries.ts'
import { presentManagedRow } from './present-managed-order.ts'

const PAGE = 50

type Wanted = Pick<OrderFilter, 'status' | 'payment' | 'fulfillment'> & { search: string; after?: number | undefined }

/** A page of orders, newest first; `next` is what the page after begins behind. */
export async function listManagedOrders(
  db: Database,
  { search, after, ...states }: Wanted,
): Promise<{ data: ManagedOrderRow[]; next: number | null }> {
  const filter = { ...states, ...(await readSearch(db, search)) }
  const rows = await findManagedOrders(db, filter, { after, limit: PAGE + 1 })
  const data = rows.slice(0, PAGE).map(presentManagedRow)
  return { data, next: rows.length > PAGE ? (data.at(-1)?.id ?? null) : null }
}

/** What somebody typed: a number, an email, or else a memo code; what is none of them finds nothing. */
async function readSearch(db: Database, search: string): Promise<Pick<OrderFilter, 'ids' | 'email'>> {
  if (search === '') return {}
  if (/^\d{1,9}$/.test(search)) return { ids: [Number(search)] }
  if (search.includes('@')) return { email: search.toLowerCase() }
  return { ids: await findByMemoCode(db, search) }
}
