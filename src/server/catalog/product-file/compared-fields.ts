import { type RawBuilder, sql } from 'kysely'
import type { CoveredFields } from './columns.ts'

/** Column of an existing product and its value in the file. `label` is for the report. */
export type ComparedField = { column: string; label: string; value: RawBuilder<unknown> }

export const TAGS = sql`string_to_array(staged.tags, ',')`

/** Finds the staged row's category by slug, or else by name, because an export contains names but no slugs. */
export const CATEGORY = sql`left join lateral (
  select id from categories where slug = staged.category_slug or name = staged.category_name
   order by slug = staged.category_slug desc, id limit 1) category on true`

/** Fields that the file sets on existing products (`p`), for a row (`staged`) joined with its category. */
export function comparedFields(fields: CoveredFields): ComparedField[] {
  const toComparedFields = (column: string, label: string, isCovered: boolean): ComparedField[] =>
    isCovered ? [{ column, label, value: sql`staged.${sql.id(column)}` }] : []
  return [
    ...(fields.name ? [{ column: 'name', label: 'title', value: nameValue(fields) }] : []),
    ...toComparedFields('price_cents', 'price', fields.price),
    ...toComparedFields('compare_at_cents', 'compare-at price', fields.compareAt),
    ...toComparedFields('vendor', 'vendor', fields.vendor),
    ...(fields.tags ? [{ column: 'tags', label: 'tags', value: TAGS }] : []),
    ...toComparedFields('sku', 'SKU', fields.sku),
    ...toComparedFields('barcode', 'barcode', fields.barcode),
    ...toComparedFields('shelf', 'shelf', fields.shelf),
    ...toComparedFields('description_html', 'description', fields.description),
    ...toComparedFields('weight_grams', 'weight', fields.weight),
    ...(fields.active ? [{ column: 'active', label: 'status', value: ACTIVE }] : []),
    ...toComparedFields('tax_exempt', 'tax', fields.taxExempt),
    ...toComparedFields('pv', 'PV', fields.pv),
    {
      column: 'commissionable_bp',
      label: 'commissionable share',
      value: sql`coalesce(staged.commissionable_bp, p.commissionable_bp)`,
    },
    ...toComparedFields('kind', 'kind', fields.type),
    ...(fields.category ? [{ column: 'category_id', label: 'category', value: categoryValue(fields) }] : []),
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
