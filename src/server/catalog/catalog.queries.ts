import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/base/limits.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CategoryId } from '#server/platform/database/tables.generated.ts'
import { type CardRow, cardColumns, cardJoins } from './card.queries.ts'
import type { SearchWords } from './parse-search-words.ts'

export type CategoryCount = { id: CategoryId | null; slug: string | null; name: string | null; total: number }
/** A category with the ids of its subcategories. */
export type RequestedCategory = { id: CategoryId; slug: string; name: string; children: CategoryId[] }
/** `categoryIds` undefined means the whole catalog. */
export type CatalogPage = { categoryIds: readonly CategoryId[] | undefined; sort: Sort; offset: number; limit: number }

/** Each sort order is an index read in either direction. Each ends in an ID, so there are no ties. */
const sortOrders: Record<Sort, { forward: RawBuilder<unknown>; backward: RawBuilder<unknown> }> = {
  featured: {
    forward: sql`p.featured_position, p.created_at desc, p.id desc`,
    backward: sql`p.featured_position desc, p.created_at, p.id`,
  },
  newest: { forward: sql`p.created_at desc, p.id desc`, backward: sql`p.created_at, p.id` },
  price: { forward: sql`p.selling_price_cents, p.id`, backward: sql`p.selling_price_cents desc, p.id desc` },
  'price-desc': { forward: sql`p.selling_price_cents desc, p.id desc`, backward: sql`p.selling_price_cents, p.id` },
  name: { forward: sql`p.name, p.id`, backward: sql`p.name desc, p.id desc` },
}

/** One ID is compared as such, for which the indexes are sorted. */
const inCategory = (ids: readonly CategoryId[] | undefined) =>
  ids === undefined
    ? sql``
    : ids.length === 1
      ? sql`and p.category_id = ${ids[0]}`
      : sql`and p.category_id = any(${ids}::integer[])`

/** Subcategories follow the category they are below. */
const treeOrder = sql`coalesce(parent.position, category.position), coalesce(parent.name, category.name),
  coalesce(parent.id, category.id), category.parent_id nulls first, category.position, category.name, category.id`

/**
 * Returns every category with its number of products, including those of its subcategories. `totalInAllCategories` also
 * counts products that have none.
 */
export async function countByCategory(
  db: Database,
): Promise<{ categories: CategoryCount[]; totalInAllCategories: number }> {
  const { rows } = await sql<CategoryCount>`
    with found as materialized (
      select p.category_id, count(*)::integer as total from products p where p.active group by p.category_id
    ), rolled_up as (
      select category.id, sum(found.total)::integer as total
      from found join categories own on own.id = found.category_id
      join categories category on category.id in (own.id, own.parent_id) group by category.id
      union all select null, coalesce(sum(total), 0)::integer from found
    )
    select category.id, category.slug, category.name, coalesce(rolled_up.total, 0) as total
    from categories category full join rolled_up on rolled_up.id = category.id
    left join categories parent on parent.id = category.parent_id
    order by ${treeOrder}`.execute(db)
  return {
    categories: rows.filter(({ id }) => id !== null),
    totalInAllCategories: rows.find(({ id }) => id === null)?.total ?? 0,
  }
}

/** Finds a page of the catalog. Uses `total` to read an offset in the second half from the nearer end. */
export async function findPage(db: Database, page: CatalogPage & { total: number }): Promise<CardRow[]> {
  const fromEnd = page.total - page.offset - page.limit
  const isReversed = fromEnd < page.offset
  const { forward, backward } = sortOrders[page.sort]
  const { rows } = await sql<CardRow>`
    select ${cardColumns}
    from (
      select p.id from products p where p.active ${inCategory(page.categoryIds)}
      order by ${isReversed ? backward : forward} offset ${isReversed ? fromEnd : page.offset} limit ${page.limit}
    ) page
    join products p on p.id = page.id ${cardJoins}
    order by ${forward}`.execute(db)
  return rows
}

/** `total` counts the requested category, `totalInAllCategories` all products, including those without a category. */
export type SearchPage = { total: number; totalInAllCategories: number; categories: CategoryCount[]; cards: CardRow[] }

/** Finds a page of the first `maxMatches` matches, with their total count and categories, in one round trip. */
export async function searchPage(
  db: Database,
  page: CatalogPage & { words: SearchWords; maxMatches: number },
): Promise<SearchPage> {
  const query = tsquery(page.words)
  const byRank = page.sort === 'featured'
  const order = byRank ? sql`rank desc, p.featured_position, p.id desc` : sortOrders[page.sort].forward
  const columns = sql`p.id, p.category_id, p.name, p.selling_price_cents, p.created_at, p.featured_position,
    ${byRank ? sql`ts_rank(p.search, ${query})` : sql`0`} as rank`
  // Materialized and without the limit, so that it is planned for all matches: through the text index. Rows are still
  // read one at a time, only up to the reader's limit.
  const { rows } = await sql<SearchPage>`
    with in_all as materialized (
      select ${columns} from products p where p.active and p.search @@ ${query}
    ), in_category as materialized (
      select ${columns} from products p where p.active and p.search @@ ${query} ${inCategory(page.categoryIds)}
    ), found_in_all as materialized (
      select * from in_all limit ${page.maxMatches}
    ), found as materialized (
      select * from ${page.categoryIds === undefined ? sql`found_in_all` : sql`in_category`} limit ${page.maxMatches}
    ), page as materialized (
      select p.id, p.rank from found p order by ${order} offset ${page.offset} limit ${page.limit}
    )
    select
      (select count(*)::integer from found) as total,
      (select count(*)::integer from found_in_all) as "totalInAllCategories",
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', category.id, 'slug', category.slug, 'name', category.name, 'total', counted.total
        ) order by ${treeOrder}), '[]')
        from categories category left join categories parent on parent.id = category.parent_id
        join (
          select rolled_up.id, count(*) as total from found_in_all
          join categories own on own.id = found_in_all.category_id
          join categories rolled_up on rolled_up.id in (own.id, own.parent_id) group by rolled_up.id
        ) counted on counted.id = category.id
      ) as categories,
      (
        select coalesce(jsonb_agg(card order by card.place), '[]')
        from (
          select row_number() over (order by ${order}) as place, ${cardColumns}
          from page join products p on p.id = page.id ${cardJoins}
        ) card
      ) as cards`.execute(db)
  const [searchResult] = rows
  if (!searchResult) throw new Error('query of sub-selects returned no row')
  return searchResult
}

/** Finds a category by its slug or a former one. */
export async function findCategory(db: Database, slug: string): Promise<RequestedCategory | undefined> {
  const { rows } = await sql<RequestedCategory>`
    select id, slug, name, array(select child.id from categories child where child.parent_id = category.id) as children
    from categories category
    where id = coalesce((select id from categories where slug = ${slug}),
      (select category_id from category_redirects where slug = ${slug}))`.execute(db)
  return rows[0]
}

export async function findFeatured(db: Database, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from products p ${cardJoins}
    where p.active and p.featured_position is not null order by ${sortOrders.featured.forward} limit ${limit}`.execute(
    db,
  )
  return rows
}

function tsquery({ head, prefix, whole }: SearchWords): RawBuilder<unknown> {
  const prefixQuery = sql`to_tsquery('english', ${`${prefix}:*`})`
  const wordsQuery = head === '' ? prefixQuery : sql`(plainto_tsquery('english', ${head}) && ${prefixQuery})`
  return whole === undefined ? wordsQuery : sql`(plainto_tsquery('english', ${whole}) || ${wordsQuery})`
}
