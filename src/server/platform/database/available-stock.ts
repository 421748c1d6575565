import { type RawBuilder, sql } from 'kysely'

/** A component of a package whose stock is counted, as {@link countedParts} gives it. */
export type CountedPart = { product_id: number; quantity: number; stock: number }

export type ScarcestPart = CountedPart & { name: string }

/**
 * Pieces that can be sold of a product that the query names `product`: its own, of a package with contents the least of
 * its components; null where nothing is counted. A package with contents has no stock of its own (docs/back-office §3).
 */
export const availableStock = (
  product: string,
): RawBuilder<number | null> => sql`coalesce(${sql.ref(`${product}.stock`)}, (
    select min(part.stock / content.quantity) from package_contents content join products part on part.id = content.product_id
     where content.package_id = ${sql.ref(`${product}.id`)}))`

/** The components whose stock is counted; null for what has none. */
export const countedParts = (
  product: string,
): RawBuilder<CountedPart[] | null> => sql`case when ${sql.ref(`${product}.kind`)} = 'package' then (
    select jsonb_agg(jsonb_build_object('product_id', part.id, 'quantity', content.quantity, 'stock', part.stock) order by part.id)
      from package_contents content join products part on part.id = content.product_id and part.stock is not null
     where content.package_id = ${sql.ref(`${product}.id`)}) end`

/** Of a package with contents the component that its stock is the least by; null for what has none that is counted. */
export const scarcestPart = (product: string): RawBuilder<ScarcestPart | null> => sql`(
    select jsonb_build_object('product_id', part.id, 'name', part.name, 'stock', part.stock, 'quantity', content.quantity)
      from package_contents content join products part on part.id = content.product_id and part.stock is not null
     where content.package_id = ${sql.ref(`${product}.id`)} order by part.stock / content.quantity, content.position limit 1)`
