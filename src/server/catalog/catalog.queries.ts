import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { CategoryId } from '#server/database/tables.generated.ts'
import { type CardRow, cardColumns, cardJoins } from './card.queries.ts'
import type { SearchWords } from './search-words.ts'

export type CategoryCount = { id: CategoryId | null; slug: string | null; name: string | null; total: number }
export type Scope = { categoryId: CategoryId | undefined; words: SearchWords | undefined }

/** Each is an index read forwards or backwards (migration 0007). */
const orders: Record<Sort, RawBuilder<unknown>> = {
  featured: sql`p.featured_position, p.created_at desc, p.id desc`,
  newest: sql`p.created_at desc, p.id desc`,
  price: sql`p.price_cents, p.id`,
  'price-desc': sql`p.price_cents desc, p.id desc`,
  name: sql`p.name, p.id`,
}

const tsquery = ({ all, head, lastPrefix }: SearchWords) => sql`(
  plainto_tsquery('english', ${all})
  || (plainto_tsquery('english', ${head}) && to_tsquery('english', ${`${lastPrefix}:*`})))`

const matches = ({ categoryId, words }: Scope) => sql`p.active
  ${categoryId === undefined ? sql`` : sql`and p.category_id = ${categoryId}`}
  ${words ? sql`and p.search @@ ${tsquery(words)}` : sql``}`

/** Every category with the number of its products; the row without a category counts those that have none. */
export async function countByCategory(
  db: Database,
  words: SearchWords | undefined,
  limit: number,
): Promise<CategoryCount[]> {
  const scope = matches({ categoryId: undefined, words })
  // Counting matches means reading each of them; counting the whole catalogue is a walk through a small index.
  const counted = words
    ? sql`(select p.category_id from products p where ${scope} limit ${limit}) p`
    : sql`products p where p.active`
  const { rows } = await sql<CategoryCount>`
    select category.id, category.slug, category.name, coalesce(found.total, 0) as total
    from categories category
    full join (select p.category_id, count(*)::integer as total from ${counted} group by p.category_id) found
      on found.category_id = category.id
    order by category.position, category.name, category.id`.execute(db)
  return rows
}

export async function countMatches(db: Database, scope: Scope, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from products p where ${matches(scope)} limit ${limit}) p`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** A page in the order of an index: of the whole catalogue, or of matches so many that the next 20 are never far. */
export async function findInOrder(
  db: Database,
  page: { scope: Scope; sort: Sort; offset: number; limit: number },
): Promise<CardRow[]> {
  const order = orders[page.sort]
  const { rows } = await sql<CardRow>`
    select ${cardColumns}
    from (
      select p.id from products p where ${matches(page.scope)}
      order by ${order} offset ${page.offset} limit ${page.limit}
    ) page
    join products p on p.id = page.id ${cardJoins}
    order by ${order}`.execute(db)
  return rows
}

/** A page of few matches: all are fetched through the text index, then put in order. */
export async function findAmongMatches(
  db: Database,
  page: { scope: Scope & { words: SearchWords }; sort: Sort; offset: number; limit: number },
): Promise<CardRow[]> {
  const byRank = page.sort === 'featured'
  const order = byRank ? sql`rank desc, p.featured_position, p.id desc` : orders[page.sort]
  const rank = byRank ? sql`ts_rank(p.search, ${tsquery(page.scope.words)})` : sql`0`
  // Materialized: otherwise a wrong estimate makes PostgreSQL walk an index of the order past every product.
  const { rows } = await sql<CardRow>`
    with found as materialized (
      select p.id, p.name, p.price_cents, p.created_at, p.featured_position, ${rank} as rank
      from products p where ${matches(page.scope)}
    )
    select ${cardColumns}
    from (
      select p.id, p.rank from found p order by ${order} offset ${page.offset} limit ${page.limit}
    ) page
    join products p on p.id = page.id ${cardJoins}
    order by ${order}`.execute(db)
  return rows
}

export async function findFeatured(db: Database, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from products p ${cardJoins}
    where p.active and p.featured_position is not null order by ${orders.featured} limit ${limit}`.execute(db)
  return rows
}
