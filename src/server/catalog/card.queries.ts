import { type RawBuilder, sql } from 'kysely'
import type { SizeUnit } from '#domain/catalog/product-content.ts'
import { availableStock } from '#server/platform/database/available-stock.ts'
import { shownCompareAt } from '#server/platform/database/selling-price.ts'
import type { CategoryId, ProductId } from '#server/platform/database/tables.generated.ts'

/** A family on the card of one member. The figures are of the members that the list includes. */
export type CardFamily = {
  id: number
  name: string
  option_name: string
  members: number
  lowest_cents: number
  highest_cents: number
  sold_out: boolean
  /** Colors of the first members that have one. */
  swatches: string[]
}

export type CardRow = {
  id: ProductId
  name: string
  kind: 'product' | 'package'
  category_name: string | null
  price_cents: number
  compare_at_cents: number | null
  pv: number
  size_amount: number | null
  size_unit: SizeUnit | null
  /** Pieces available for sale; null if not tracked. */
  stock: number | null
  image_file: string | null
  image_alt: string | null
  family: CardFamily | null
}

const MAX_SWATCHES = 5

/** One ID is compared as such, for which the indexes are sorted. Undefined means the whole catalog. */
export const inCategory = (alias: string, ids: readonly CategoryId[] | undefined): RawBuilder<unknown> => {
  const column = sql.ref(`${alias}.category_id`)
  return ids === undefined
    ? sql``
    : ids.length === 1
      ? sql`and ${column} = ${ids[0]}`
      : sql`and ${column} = any(${ids}::integer[])`
}

/**
 * The member that represents the family of a row `p` in a list of these categories: the main product if the list
 * includes it, otherwise the first member that it includes. Null without a family.
 */
export const representative = (categoryIds?: readonly CategoryId[]): RawBuilder<ProductId | null> => sql`coalesce((
    select main.id from product_families family join products main on main.id = family.canonical_id
    where family.id = p.family_id and main.family_id = p.family_id and main.active ${inCategory('main', categoryIds)}
  ), (
    select member.id from products member
    where member.family_id = p.family_id and member.active ${inCategory('member', categoryIds)}
    order by member.family_position, member.id limit 1
  ))`

/** The card of a family leads to the same member in every list of these categories, and appears once. */
export const representsFamily = (categoryIds?: readonly CategoryId[]): RawBuilder<boolean> =>
  sql`(p.family_id is null or p.id = ${representative(categoryIds)})`

/** Equal for members of a family. */
export const cardKey = (alias: string): RawBuilder<number> =>
  sql`coalesce(-${sql.ref(`${alias}.family_id`)}, ${sql.ref(`${alias}.id`)})`

/** Product columns of a card; requires `cardJoins`. */
export const cardColumns = sql`
  p.id, p.name, p.kind, category.name as category_name, p.selling_price_cents as price_cents,
  ${shownCompareAt('p')} as compare_at_cents, p.pv, p.size_amount::float8 as size_amount, p.size_unit,
  ${availableStock('p')} as stock,
  image.file as image_file, image.alt as image_alt, family.card as family`

/** `categoryIds` are those of the list. */
export const cardJoins = (categoryIds?: readonly CategoryId[]) => sql`
  left join lateral (
    select jsonb_build_object('id', family.id, 'name', family.name, 'option_name', family.option_name,
      'members', count(*), 'lowest_cents', min(member.selling_price_cents), 'highest_cents', max(member.selling_price_cents),
      'sold_out', bool_and(coalesce(${availableStock('member')}, 1) = 0),
      'swatches', coalesce(to_jsonb((array_agg(member.swatch order by member.family_position, member.id)
        filter (where member.swatch is not null))[1:${sql.lit(MAX_SWATCHES)}]), '[]')) as card
    from product_families family join products member on member.family_id = family.id and member.active
    where family.id = p.family_id ${inCategory('member', categoryIds)} group by family.id
  ) family on true
  left join categories category on category.id = p.category_id
  left join lateral (
    select file, alt from product_images where product_id = p.id and file is not null order by position limit 1
  ) image on true`
