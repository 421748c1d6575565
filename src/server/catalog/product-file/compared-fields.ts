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
  const compareColumn = (column: string, label: string, isCovered: boolean): ComparedField[] =>
    isCovered ? [{ column, label, value: sql`staged.${sql.id(column)}` }] : []
  return [
    ...(fields.name ? [{ column: 'name', label: 'title', value: nameValue(fields) }] : []),
    ...compareColumn('price_cents', 'price', fields.price),
    ...compareColumn('compare_at_cents', 'compare-at price', fields.compareAt),
    ...compareColumn('vendor', 'vendor', fields.vendor),
    ...(fields.tags ? [{ column: 'tags', label: 'tags', value: TAGS }] : []),
    ...compareColumn('sku', 'SKU', fields.sku),
    ...compareColumn('barcode', 'barcode', fields.barcode),
    ...compareColumn('shelf', 'shelf', fields.shelf),
    ...compareColumn('description_html', 'description', fields.description),
    ...compareColumn('weight_grams', 'weight', fields.weight),
    ...compareColumn('active', 'status', fields.active),
    ...compareColumn('tax_exempt', 'tax', fields.taxExempt),
    ...compareColumn('pv', 'PV', fields.pv),
    {
      column: 'commissionable_bp',
      label: 'commissionable share',
      value: sql`coalesce(staged.commissionable_bp, p.commissionable_bp)`,
    },
    ...compareColumn('kind', 'kind', fields.type),
    ...(fields.category ? [{ column: 'category_id', label: 'category', value: categoryValue(fields) }] : []),
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
