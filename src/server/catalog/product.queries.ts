import { sql } from 'kysely'
import type { ProductDocument } from '#domain/catalog/product-content.ts'
import { availableStock } from '#server/platform/database/available-stock.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { shownCompareAt } from '#server/platform/database/selling-price.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import { type CardRow, cardColumns, cardJoins, cardKey, representative, representsFamily } from './card.queries.ts'

export type ImageRow = { file: string; alt: string }
export type ContentRow = {
  id: ProductId
  name: string
  active: boolean
  quantity: number
  price_cents: number
  image_file: string | null
  image_alt: string | null
}
/** `members` are those for sale, in the order of the picker. */
export type PickerRow = {
  id: number
  name: string
  option_name: string
  representative_id: number
  members: { id: number; option_value: string; swatch: string | null; sold_out: boolean }[]
}
export type ProductRow = Omit<CardRow, 'family'> & {
  family: PickerRow | null
  description_html: string
  sku: string
  vendor: string
  category_slug: string | null
  images: ImageRow[]
  contents: ContentRow[]
  documents: ProductDocument[]
  page_title: string
  page_description: string
}

/** Finds a product for sale with everything its page shows, in one round trip. */
export async function findProduct(db: Database, id: number): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.name, p.kind, p.selling_price_cents as price_cents,
      ${shownCompareAt('p')} as compare_at_cents, p.pv, p.size_amount::float8 as size_amount, p.size_unit,
      p.page_title, p.page_description,
      ${availableStock('p')} as stock, p.description_html, p.sku, p.vendor,
      category.name as category_name, category.slug as category_slug,
      images.list -> 0 ->> 'file' as image_file, images.list -> 0 ->> 'alt' as image_alt,
      images.list as images, contents.list as contents,
      (select coalesce(jsonb_agg(jsonb_build_object('file', file, 'kind', kind, 'title', title) order by position), '[]')
         from product_documents where product_id = p.id) as documents,
      (select jsonb_build_object('id', family.id, 'name', family.name, 'option_name', family.option_name,
          'representative_id', ${representative()},
          'members', (select jsonb_agg(jsonb_build_object('id', member.id, 'option_value', member.option_value,
              'swatch', member.swatch, 'sold_out', coalesce(${availableStock('member')}, 1) = 0)
            order by member.family_position, member.id)
            from products member where member.family_id = family.id and member.active))
        from product_families family where family.id = p.family_id) as family
    from products p
    left join categories category on category.id = p.category_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('file', file, 'alt', alt) order by position), '[]') as list
      from product_images where product_id = p.id and file is not null
    ) images
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', part.id, 'name', part.name, 'active', part.active, 'quantity', content.quantity,
        'price_cents', part.selling_price_cents, 'image_file', image.file, 'image_alt', image.alt
      ) order by content.position), '[]') as list
      from package_contents content
      join products part on part.id = content.product_id
      left join lateral (
        select file, alt from product_images where product_id = part.id and file is not null order by position limit 1
      ) image on true
      where content.package_id = p.id
    ) contents
    where p.id = ${id} and p.active`.execute(db)
  return rows[0]
}

/**
 * Finds the related products that staff chose, then packages that contain the product, then others of its category. A
 * family appears once; the product's own family does not, because its members are in the picker.
 */
export async function findRelated(db: Database, id: number, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with self as (
      select id, category_id, family_id from products where id = ${id}
    ), near as (
      select related_id as id, 0 as distance, position::bigint as place from product_relations where product_id = ${id}
      union all
      select package_id, 1, 0 from package_contents where product_id = ${id}
      union all
      select id, 2, row_number() over () from (
        select p.id
        from self
        join products p on p.category_id = self.category_id and p.active and p.id <> self.id
          and (self.family_id is null or p.family_id is distinct from self.family_id) and ${representsFamily()}
        order by p.featured_position, p.created_at desc, p.id desc
        limit ${limit}
      ) category
    ), nearest as (
      select distinct on (${cardKey('p')}) p.id, near.distance, near.place
      from self, near join products p on p.id = near.id and p.active
      where self.family_id is null or p.family_id is distinct from self.family_id
      order by ${cardKey('p')}, near.distance, near.place, p.id
    )
    select ${cardColumns}
    from nearest join products p on p.id = nearest.id ${cardJoins()}
    order by nearest.distance, nearest.place, p.id limit ${limit}`.execute(db)
  return rows
}

/** Finds the title of a document of any product, or of one that was uploaded and not saved yet. */
export async function findDocumentTitle(db: Database, file: string): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    (select title from product_documents where file = ${file} order by id limit 1)
    union all (select 'document' from product_uploads where file = ${file} and kind = 'document')
    limit 1`.execute(db)
  return rows[0]?.title
}
