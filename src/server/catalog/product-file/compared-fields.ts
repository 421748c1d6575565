import { type RawBuilder, sql } from 'kysely'
import type { CoveredFields } from './columns.ts'

/** Column of an existing product and its value in the file. */
export type ComparedField = { column: string; value: RawBuilder<unknown> }

/** A field that the file changes. Categories are names, pictures are counted, and long descriptions are cut. */
export type FieldChange = { field: string; before: unknown; after: unknown }

export const TAGS = sql`string_to_array(staged.tags, ',')`

/**
 * Finds the staged row's category by slug, or else by name, because an export contains names but no slugs. A renamed or
 * merged category is found by its former slug.
 */
export const CATEGORY = sql`left join lateral (
  select id from (
    select id, slug = staged.category_slug as has_slug from categories
     where slug = staged.category_slug or name = staged.category_name
    union all
    select category_id, null from category_redirects where slug = staged.category_slug) found
   order by has_slug desc nulls last, id limit 1) category on true`

/** Fields that the file sets on existing products (`p`), for a row (`staged`) joined with its category. */
export function comparedFields(fields: CoveredFields): ComparedField[] {
  const toComparedFields = (column: string, isCovered: boolean): ComparedField[] =>
    isCovered ? [{ column, value: sql`staged.${sql.id(column)}` }] : []
  return [
    ...(fields.name ? [{ column: 'name', value: nameValue(fields) }] : []),
    ...toComparedFields('price_cents', fields.price),
    ...toComparedFields('compare_at_cents', fields.compareAt),
    ...toComparedFields('vendor', fields.vendor),
    ...(fields.tags ? [{ column: 'tags', value: TAGS }] : []),
    ...toComparedFields('sku', fields.sku),
    ...toComparedFields('barcode', fields.barcode),
    ...toComparedFields('shelf', fields.shelf),
    ...toComparedFields('description_html', fields.description),
    ...toComparedFields('weight_grams', fields.weight),
    ...(fields.active ? [{ column: 'active', value: ACTIVE }] : []),
    ...toComparedFields('tax_exempt', fields.taxExempt),
    ...toComparedFields('pv', fields.pv),
    {
      column: 'commissionable_bp',
      value: sql`coalesce(staged.commissionable_bp, p.commissionable_bp)`,
    },
    ...toComparedFields('kind', fields.type),
    ...(fields.category ? [{ column: 'category_id', value: categoryValue(fields) }] : []),
  ]
}

/** An active product stays so before and after its visible period. */
const ACTIVE = sql`case when p.status = 'active' and staged.active then p.active else staged.active end`

/** Without option columns a title applies to all variants, and the name of each keeps its option. */
const nameValue = ({ options }: CoveredFields): RawBuilder<unknown> =>
  options ? sql`staged.name` : sql`case when starts_with(p.name, staged.name || ' – ') then p.name else staged.name end`

/** The type of a package is just "Package", so a package stays in the category that staff assigned. */
const categoryValue = ({ type }: CoveredFields): RawBuilder<unknown> =>
  type
    ? sql`case staged.kind when 'package' then p.category_id else category.id end`
    : sql`coalesce(category.id, p.category_id)`
