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
export function comparedFields(covered: CoveredFields): ComparedField[] {
  const plain = (column: string, label: string, isCovered: boolean): ComparedField[] =>
    isCovered ? [{ column, label, value: sql`staged.${sql.id(column)}` }] : []
  return [
    ...(covered.name ? [{ column: 'name', label: 'title', value: nameValue(covered) }] : []),
    ...plain('price_cents', 'price', covered.price),
    ...plain('compare_at_cents', 'compare-at price', covered.compareAt),
    ...plain('vendor', 'vendor', covered.vendor),
    ...(covered.tags ? [{ column: 'tags', label: 'tags', value: TAGS }] : []),
    ...plain('sku', 'SKU', covered.sku),
    ...plain('barcode', 'barcode', covered.barcode),
    ...plain('shelf', 'shelf', covered.shelf),
    ...plain('description_html', 'description', covered.description),
    ...plain('weight_grams', 'weight', covered.weight),
    ...plain('active', 'status', covered.active),
    ...plain('tax_exempt', 'tax', covered.taxExempt),
    ...plain('pv', 'PV', covered.pv),
    {
      column: 'commissionable_bp',
      label: 'commissionable share',
      value: sql`coalesce(staged.commissionable_bp, p.commissionable_bp)`,
    },
    ...plain('kind', 'kind', covered.type),
    ...(covered.category ? [{ column: 'category_id', label: 'category', value: categoryValue(covered) }] : []),
  ]
}

/** Without option columns a title applies to all variants, and the name of each keeps its option. */
const nameValue = ({ options }: CoveredFields): RawBuilder<unknown> =>
  options ? sql`staged.name` : sql`case when starts_with(p.name, staged.name || ' – ') then p.name else staged.name end`

/** The type of a package is just "Package", so a package stays in the category that staff assigned. */
const categoryValue = ({ type }: CoveredFields): RawBuilder<unknown> =>
  type
    ? sql`case staged.kind when 'package' then p.category_id else category.id end`
    : sql`coalesce(category.id, p.category_id)`
