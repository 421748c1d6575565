import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'
import type { OrderFigures } from './check-order-sums.ts'

/** Checks that every version of an order replaced by an edit is stored (docs/back-office §3, Edits). */
export const versionChecks: Check[] = [
  {
    findings: sql`
      select format('Order %s is version %s, but %s versions before it are kept.', orders.id, orders.version,
        coalesce(kept.count, 0)) as finding
      from orders left join (
        select order_id, count(*) as count, max(version) as last from order_versions group by order_id) kept on order_id = orders.id
      where (coalesce(kept.count, 0), coalesce(kept.last, 0)) is distinct from (orders.version - 1::bigint, orders.version - 1)`,
  },
  {
    findings: sql`
      select format('Order %s was edited %s times by its versions, %s times by its history.', coalesce(orders.id, order_id),
        coalesce(version, 1) - 1, coalesce(edits, 0)) as finding
      from (
        select order_id, count(*) as edits from order_changes where change = 'edited' group by order_id) changed
      full join (select id, version from orders where version > 1) orders on orders.id = order_id
      where edits is distinct from version - 1`,
  },
  {
    findings: sql`
      select format('Order %s: its version %s came to %s cents, kept are %s.', order_id, version,
        snapshot ->> 'total_cents', total_cents) as finding
      from order_versions where (snapshot ->> 'total_cents')::bigint is distinct from total_cents
      union all
      select format('Order %s: version %s is kept as one of order %s.', order_id, version, snapshot ->> 'id')
      from order_versions where (snapshot ->> 'id')::int is distinct from order_id
      union all
      select format('Order %s: version %s was replaced before the one before it.', later.order_id, later.version)
      from order_versions later join order_versions earlier
        on earlier.order_id = later.order_id and earlier.version = later.version - 1 and earlier.replaced_at > later.replaced_at`,
  },
  {
    findings: sql`
      select format('Order %s is version %s, and has taxes of version %s.', order_id, orders.version, tax.version) as finding
      from order_taxes tax join orders on orders.id = order_id where tax.version <> orders.version`,
  },
]

/** Finds the next edited orders after an ID with the figures of every replaced version. */
export async function findVersionFigures(
  db: Database,
  after: number,
  limit: number,
): Promise<{ id: number; versions: { version: number; order: OrderFigures }[] }[]> {
  const { rows } = await sql<{ id: number; versions: { version: number; order: OrderFigures }[] }>`
    select order_id as id,
        jsonb_agg(jsonb_build_object('version', version, 'order', snapshot) order by version) as versions
      from order_versions where order_id > ${after} group by order_id order by order_id limit ${limit}`.execute(db)
  return rows
}
