import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/base/limits.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CategoryId } from '#server/platform/database/tables.generated.ts'
import {
  type CardRow,
  cardColumns,
  cardJoins,
  cardKey,
  inCategory,
  representative,
  representsFamily,
} from './card.queries.ts'
import { matchesSearch, type ProductSearch, searchRank } from './search.queries.ts'

type CategoryPicture = { picture_file: string | null; picture_alt: string }
export type CategoryCount = CategoryPicture & {
  id: CategoryId | null
  slug: string | null
  name: string | null
  total: number
}
/** A category with the ids of its subcategories. */
export type RequestedCategory = CategoryPicture & {
  id: CategoryId
  slug: string
  name: string
  children: CategoryId[]
}
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

/** A family takes the place of its representative, by price that of its cheapest member. */
const takesPlace = ({ sort, categoryIds }: Pick<CatalogPage, 'sort' | 'categoryIds'>) =>
  sort !== 'price' && sort !== 'price-desc'
    ? representsFamily(categoryIds)
    : sql`(p.family_id is null or p.id = (
        select member.id from products member
        where member.family_id = p.family_id and member.active ${inCategory('member', categoryIds)}
        order by member.selling_price_cents, member.id limit 1))`

/** Price by which a family is sorted. */
const lowestPrice = (categoryIds: CatalogPage['categoryIds']) =>
  sql`case when p.family_id is null then p.selling_price_cents else (
    select min(member.selling_price_cents) from products member
    where member.family_id = p.family_id and member.active ${inCategory('member', categoryIds)}) end`

/** Subcategories follow the category they are below. */
const treeOrder = sql`coalesce(parent.position, category.position), coalesce(parent.name, category.name),
  coalesce(parent.id, category.id), category.parent_id nulls first, category.position, category.name, category.id`

/**
 * Returns every category with its number of cards, including those of its subcategories. `totalInAllCategories` also
 * counts products that have none.
 */
export async function countByCategory(
  db: Database,
): Promise<{ categories: CategoryCount[]; totalInAllCategories: number }> {
  const cards = sql`(coalesce(sum(found.total) filter (where found.family_id is null), 0)
    + count(distinct found.family_id))::integer`
  const { rows } = await sql<CategoryCount>`
    with found as materialized (
      select p.category_id, p.family_id, count(*) as total
      from products p where p.active group by p.category_id, p.family_id
    ), rolled_up as (
      select category.id, ${cards} as total
      from found join categories own on own.id = found.category_id
      join categories category on category.id in (own.id, own.parent_id) group by category.id
      union all select null, ${cards} from found
    )
    select category.id, category.slug, category.name, coalesce(rolled_up.total, 0) as total,
      category.picture_file, category.picture_alt
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
    with found as (
      select p.id, p.family_id, p.selling_price_cents, p.name, p.created_at, p.featured_position
      from products p where p.active ${inCategory('p', page.categoryIds)} and ${takesPlace(page)}
      order by ${isReversed ? backward : forward} offset ${isReversed ? fromEnd : page.offset} limit ${page.limit}
    ), page as (
      select coalesce(${representative(page.categoryIds)}, p.id) as id, row_number() over (order by ${forward}) as place
      from found p
    )
    select ${cardColumns}
    from page join products p on p.id = page.id ${cardJoins(page.categoryIds)} order by page.place`.execute(db)
  return rows
}

/** `total` counts the requested category, `totalInAllCategories` all products, including those without a category. */
export type SearchPage = { total: number; totalInAllCategories: number; categories: CategoryCount[]; cards: CardRow[] }

/**
 * Finds a page of the first `maxMatches` matches, with the total count of their cards and categories, in one round trip.
 * A family is represented by the member that matches best: by its name, option, SKU or barcode rather than by its
 * description, and of equal ones by the main product.
 */
export async function searchPage(
  db: Database,
  page: CatalogPage & { search: ProductSearch; maxMatches: number },
): Promise<SearchPage> {
  const { sort, categoryIds } = page
  const query = sql`to_tsquery('english', ${page.search.query.matches})`
  const isMatch = matchesSearch(page.search)
  const byRank = sort === 'featured'
  const order = byRank ? sql`p.rank desc, p.featured_position, p.id desc` : sortOrders[sort].forward
  const columns = sql`p.id, p.category_id, p.family_id, p.family_position, p.name, p.created_at, p.featured_position,
    ${sort === 'price' || sort === 'price-desc' ? lowestPrice(categoryIds) : sql`p.selling_price_cents`} as selling_price_cents,
    ${byRank ? searchRank(page.search) : sql`0`} as rank,
    p.family_id is not null and ts_filter(p.search, '{a,b}') @@ ${query} as is_named`
  // Materialized and without the limit, so that it is planned for all matches: through the text index. Rows are still
  // read one at a time, only up to the reader's limit.
  const { rows } = await sql<SearchPage>`
    with in_all as materialized (
      select ${columns} from products p where p.active and ${isMatch}
    ), in_category as materialized (
      select ${columns} from products p where p.active and ${isMatch} ${inCategory('p', categoryIds)}
    ), found_in_all as materialized (
      select * from in_all limit ${page.maxMatches}
    ), found as materialized (
      select * from ${categoryIds === undefined ? sql`found_in_all` : sql`in_category`} limit ${page.maxMatches}
    ), cards as materialized (
      select distinct on (${cardKey('p')}) p.*
      from found p left join product_families family on family.id = p.family_id
      order by ${cardKey('p')}, p.is_named desc, p.id is not distinct from family.canonical_id desc, p.rank desc,
        p.family_position, p.id
    ), page as materialized (
      select p.id, row_number() over (order by ${order}) as place
      from cards p order by place offset ${page.offset} limit ${page.limit}
    )
    select
      (select count(*)::integer from cards) as total,
      (select count(distinct ${cardKey('found_in_all')})::integer from found_in_all) as "totalInAllCategories",
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', category.id, 'slug', category.slug, 'name', category.name, 'total', counted.total,
          'picture_file', category.picture_file, 'picture_alt', category.picture_alt
        ) order by ${treeOrder}), '[]')
        from categories category left join categories parent on parent.id = category.parent_id
        join (
          select rolled_up.id, count(distinct ${cardKey('found_in_all')}) as total from found_in_all
          join categories own on own.id = found_in_all.category_id
          join categories rolled_up on rolled_up.id in (own.id, own.parent_id) group by rolled_up.id
        ) counted on counted.id = category.id
      ) as categories,
      (
        select coalesce(jsonb_agg(card order by card.place), '[]')
        from (
          select page.place, ${cardColumns}
          from page join products p on p.id = page.id ${cardJoins(categoryIds)}
        ) card
      ) as cards`.execute(db)
  const [searchResult] = rows
  if (!searchResult) throw new Error('query of sub-selects returned no row')
  return searchResult
}

/** Finds a category by its slug or a former one. */
export async function findCategory(db: Database, slug: string): Promise<RequestedCategory | undefined> {
  const { rows } = await sql<RequestedCategory>`
    select id, slug, name, picture_file, picture_alt, array(select child.id from categories child where child.parent_id = category.id) as children
    from categories category
    where id = coalesce((select id from categories where slug = ${slug}),
      (select category_id from category_redirects where slug = ${slug}))`.execute(db)
  return rows[0]
}

/** A family appears once, as its first featured member. */
export async function findFeatured(db: Database, limit: number): Promise<CardRow[]> {
  const order = sortOrders.featured.forward
  const { rows } = await sql<CardRow>`
    with featured as (
      select p.id, row_number() over (order by ${order}) as place,
        row_number() over (partition by ${cardKey('p')} order by ${order}) as place_in_family
      from products p where p.active and p.featured_position is not null
    )
    select ${cardColumns} from featured join products p on p.id = featured.id ${cardJoins()}
    where featured.place_in_family = 1 order by featured.place limit ${limit}`.execute(db)
  return rows
}

/** Finds the cards of products that are for sale, in no particular order. */
export async function findCards(db: Database, ids: readonly number[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from products p ${cardJoins()} where p.active and p.id = any(${ids}::integer[])`.execute(db)
  return rows
}
