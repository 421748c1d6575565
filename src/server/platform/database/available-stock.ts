import { type RawBuilder, sql } from 'kysely'

/** A component of a package with counted stock, in the format of {@link countedParts}. */
export type CountedPart = { product_id: number; quantity: number; stock: number }

export type ScarcestPart = CountedPart & { name: string }

/**
 * Pieces available for sale of a product that the query names `product`: its own stock, or for a package with contents
 * the minimum over its components; null if nothing is counted. A package with contents has no stock of its own
 * (docs/back-office §3).
 */
export const availableStock = (
  product: string,
): RawBuilder<number | null> => sql`coalesce(${sql.ref(`${product}.stock`)},
    case when ${sql.ref(`${product}.kind`)} = 'package' then (
    select min(part.stock / content.quantity) from package_contents content join products part on part.id = content.product_id
     where content.package_id = ${sql.ref(`${product}.id`)}) end)`

/** Components with counted stock; null if there are none. */
export const countedParts = (
  product: string,
): RawBuilder<CountedPart[] | null> => sql`case when ${sql.ref(`${product}.kind`)} = 'package' then (
    select jsonb_agg(jsonb_build_object('product_id', part.id, 'quantity', content.quantity, 'stock', part.stock) order by part.id)
      from package_contents content join products part on part.id = content.product_id and part.stock is not null
     where content.package_id = ${sql.ref(`${product}.id`)}) end`

/** The component that limits the stock of a package with contents; null if none is counted. */
export const scarcestPart = (product: string): RawBuilder<ScarcestPart | null> => sql`(
    select jsonb_build_object('product_id', part.id, 'name', part.name, 'stock', part.stock, 'quantity', content.quantity)
      from package_contents content join products part on part.id = content.product_id and part.stock is not null
     where content.package_id = ${sql.ref(`${product}.id`)} order by part.stock / content.quantity, content.position limit 1)`
