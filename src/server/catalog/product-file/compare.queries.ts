import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { CoveredFields } from './columns.ts'
import { CATEGORY, comparedFields } from './compared-fields.ts'

/** A row of the file compared with the shop. Prices, stock and pictures are those after an import. */
export type ComparedRow = {
  line: number
  handle: string
  name: string
  is_known: boolean
  /** True for a row without a title or price that matches no existing product. */
  is_incomplete: boolean
  /** Labels of the changed fields, except stock. */
  changes: string[]
  active: boolean
  price_cents: number
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

/** Compares staged rows with the shop. `lines` selects rows by their line numbers. */
export async function compareRows(
  db: Database,
  staged: string,
  fields: CoveredFields,
  lines: readonly number[],
): Promise<ComparedRow[]> {
  const valueAfter = (column: string, isCovered: boolean) =>
    isCovered
      ? sql`staged.${sql.id(column)}`
      : sql`case when p.id is null then staged.${sql.id(column)} else p.${sql.id(column)} end`
  const isNewCategory = sql`staged.category_slug is not null and category.id is null`
  const changes = comparedFields(fields).map(({ column, label, value }) =>
    column === 'category_id'
      ? sql`case when p.category_id is distinct from ${value} or (${isNewCategory}) then ${label}::text end`
      : sql`case when p.${sql.id(column)} is distinct from ${value} then ${label}::text end`,
  )
  const { rows } = await sql<ComparedRow>`
    select staged.line, staged.handle, coalesce(staged.name, p.name, '') as name, p.id is not null as is_known,
      p.id is null and (staged.name is null or staged.price_cents is null) as is_incomplete,
      case when p.id is null then '{}' else array_remove(array[${sql.join(changes)},
        case when staged.images is not null and present.list is distinct from staged.images then 'pictures' end], null)
      end as changes,
      ${valueAfter('active', fields.active)} as active, ${valueAfter('price_cents', fields.price)} as price_cents,
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
    from ${sql.table(staged)} staged left join products p on p.handle = staged.handle
    ${CATEGORY}
    left join lateral (
      select jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position) as list
        from product_images where product_id = p.id
    ) present on true
    where staged.line = any(${lines}::int[]) order by staged.line`.execute(db)
  return rows
}
