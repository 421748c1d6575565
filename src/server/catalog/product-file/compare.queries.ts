import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { CoveredFields } from './columns.ts'
import { CATEGORY, comparedFields, type FieldChange } from './compared-fields.ts'

/** A row of the file compared with the shop. Prices, stock and pictures are those after an import. */
export type ComparedRow = {
  line: number
  handle: string
  name: string
  is_known: boolean
  /** Null for a product that the shop does not have. */
  product_id: number | null
  product_version: number | null
  /** True for a row without a title or price that matches no existing product. */
  is_incomplete: boolean
  /** Changed fields, except stock. */
  changes: FieldChange[]
  active: boolean
  price_cents: number
  /** The present sale price if it would no longer be below the regular price. */
  sale_price_above: number | null
  /** Whether customers could order the product for nothing, but could not before. */
  becomes_free: boolean
  has_category: boolean
  pictures: 'shown' | 'address' | 'none'
  /** Null if not tracked. */
  stock: number | null
  file_stock: number | null
  stock_differs: boolean
  barcode: string | null
  /** Products of the shop with the same barcode. */
  same_barcode: { handle: string; name: string }[]
}

const LONGEST_DESCRIPTION = 1000

/** Compares staged rows with the shop. `lines` selects rows by their line numbers. */
export async function compareRows(
  db: Database,
  staged: RawBuilder<unknown>,
  fields: CoveredFields,
  lines: readonly number[],
): Promise<ComparedRow[]> {
  const valueAfter = (column: string, isCovered: boolean) =>
    isCovered
      ? sql`staged.${sql.id(column)}`
      : sql`case when p.id is null then staged.${sql.id(column)} else p.${sql.id(column)} end`
  const isNewCategory = sql`staged.category_slug is not null and category.id is null`
  const changes = comparedFields(fields).map(({ column, value }) => {
    switch (column) {
      case 'category_id':
        return change(column, {
          isDifferent: sql`p.category_id is distinct from ${value} or (${isNewCategory})`,
          before: categoryName(sql`p.category_id`),
          after: sql`case when ${isNewCategory} then staged.category_name else (${categoryName(value)}) end`,
        })
      case 'description_html':
        return change(column, {
          isDifferent: sql`p.description_html is distinct from ${value}`,
          before: sql`left(p.description_html, ${LONGEST_DESCRIPTION}::int)`,
          after: sql`left(${value}, ${LONGEST_DESCRIPTION}::int)`,
        })
      case 'active':
        return change('status', {
          isDifferent: sql`p.active is distinct from ${value}`,
          before: sql`p.status`,
          after: sql`case when ${value} then 'active' else 'draft' end`,
        })
      default: {
        const before = sql`p.${sql.id(column)}`
        return change(column, { isDifferent: sql`${before} is distinct from ${value}`, before, after: value })
      }
    }
  })
  const pictures = change('images', {
    isDifferent: sql`staged.images is not null and present.list is distinct from staged.images`,
    before: sql`coalesce(jsonb_array_length(present.list), 0)`,
    after: sql`jsonb_array_length(staged.images)`,
  })
  const { rows } = await sql<ComparedRow>`
    select staged.line, staged.handle, coalesce(staged.name, p.name, '') as name, p.id is not null as is_known,
      p.id as product_id, p.version as product_version,
      p.id is null and (staged.name is null or staged.price_cents is null) as is_incomplete,
      case when p.id is null then '[]' else to_jsonb(array_remove(array[${sql.join([...changes, pictures])}], null)) end
        as changes,
      ${valueAfter('active', fields.active)} as active, ${valueAfter('price_cents', fields.price)} as price_cents,
      case when p.sale_price_cents >= ${valueAfter('price_cents', fields.price)} and p.price_cents > p.sale_price_cents
        then p.sale_price_cents end as sale_price_above,
      ${fields.active ? sql`staged.active` : sql`coalesce(p.status = 'active', staged.active)`}
        and coalesce(${valueAfter('price_cents', fields.price)}, 1) = 0
        and (p.id is null or p.status <> 'active' or not (p.price_cents = 0 or coalesce(p.sale_price_cents, 1) = 0))
        as becomes_free,
      ${fields.category ? sql`staged.category_slug is not null or ` : sql``}(p.category_id is not null and
        ${fields.type ? sql`staged.kind = 'package'` : sql`true`}) or ${valueAfter('kind', fields.type)} = 'package'
        as has_category,
      case when coalesce(staged.images, present.list) is null then 'none'
        when jsonb_path_exists(coalesce(staged.images, present.list), '$[*] ? (@.file != null)') then 'shown'
        else 'address' end as pictures,
      case when p.id is null then staged.stock else p.stock end as stock, staged.stock as file_stock,
      ${fields.stock} and p.id is not null and p.stock is distinct from staged.stock
        and not exists (select from package_contents where package_id = p.id) as stock_differs,
      ${valueAfter('barcode', fields.barcode)} as barcode,
      (select coalesce(jsonb_agg(jsonb_build_object('handle', other.handle, 'name', other.name) order by other.id), '[]')
         from products other where other.barcode = staged.barcode and other.handle <> staged.handle) as same_barcode
    from ${staged} staged left join products p on p.handle = staged.handle
    ${CATEGORY}
    left join lateral (
      select jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position) as list
        from product_images where product_id = p.id
    ) present on true
    where staged.line = any(${lines}::int[]) order by staged.line`.execute(db)
  return rows
}

const categoryName = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select named.name from categories named where named.id = ${id})`

/** Null if the field does not change. */
const change = (
  field: string,
  { isDifferent, before, after }: Record<'isDifferent' | 'before' | 'after', RawBuilder<unknown>>,
): RawBuilder<unknown> =>
  sql`case when ${isDifferent}
    then jsonb_build_object('field', ${field}::text, 'before', ${before}, 'after', ${after}) end`
