import { sql } from 'kysely'
import type { DemoProduct } from '#seed/catalog.ts'
import { sanitizeRichText } from '#server/content/rich-text.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CategoryId, ProductId } from '#server/platform/database/tables.generated.ts'
import { assignDemoShelf, createDemoBarcode } from './demo-shelves.ts'

export async function insertCategories(
  trx: Transaction,
  categories: { slug: string; name: string }[],
): Promise<Map<string, CategoryId>> {
  const rows = categories.map(({ slug, name }, position) => ({ slug, name, position }))
  const inserted = await trx.insertInto('categories').values(rows).returning(['id', 'slug']).execute()
  return new Map(inserted.map(({ id, slug }) => [slug, id]))
}

export async function insertProducts(
  trx: Transaction,
  products: (DemoProduct & { createdAt: Date })[],
  categoryIds: Map<string, CategoryId>,
): Promise<Map<string, ProductId>> {
  const rows = products.map((product, index) => ({
    handle: product.handle,
    name: product.name,
    kind: product.kind,
    category_id: categoryIds.get(product.category) ?? null,
    vendor: product.vendor,
    tags: product.tags,
    sku: product.sku,
    ...(product.contents.length === 0 && {
      barcode: createDemoBarcode(index),
      shelf: assignDemoShelf(product, products),
    }),
    description_html: sanitizeRichText(product.description),
    price_cents: product.priceCents,
    compare_at_cents: product.compareAtCents,
    pv: product.pv,
    commissionable_bp: product.commissionableBp,
    weight_grams: product.weightGrams,
    featured_position: product.featured,
    created_at: product.createdAt,
  }))
  const inserted = await trx.insertInto('products').values(rows).returning(['id', 'handle']).execute()
  return new Map(inserted.map(({ id, handle }) => [handle, id]))
}

type DemoFamily = {
  name: string
  optionName: string
  members: { handle: string; optionValue: string; swatch: string }[]
}

export async function insertFamilies(
  trx: Transaction,
  families: readonly DemoFamily[],
  requireProductId: (handle: string) => ProductId,
): Promise<void> {
  for (const { name, optionName, members } of families) {
    const { id } = await trx
      .insertInto('product_families')
      .values({
        name,
        option_name: optionName,
        canonical_id: requireProductId(members[0]?.handle ?? ''),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [position, { handle, optionValue, swatch }] of members.entries()) {
      await trx
        .updateTable('products')
        .set({ family_id: id, family_position: position, option_value: optionValue, swatch })
        .where('id', '=', requireProductId(handle))
        .execute()
    }
  }
}

/**
 * Records the opening stock of the products before their first order, then books what orders took and cancellations
 * restocked, so that these quantities are on hand today.
 */
export async function bookDemoStock(
  trx: Transaction,
  stocks: readonly { productId: ProductId; stock: number }[],
): Promise<void> {
  const consumption = sql`
    select line.order_id, line.position, line.quantity as line_quantity, placed.created_at, placed.status,
        coalesce(content.product_id, line.product_id) as product_id, coalesce(content.quantity, 1) as per_piece
      from order_lines line join orders placed on placed.id = line.order_id
      left join package_contents content on content.package_id = line.product_id`
  await sql`
    insert into stock_movements (product_id, quantity, kind, made_by, made_at)
    select id, given.stock + coalesce(taken.quantity, 0), 'opening', 'demo', least(created_at, taken.first_at)
      from unnest(${stocks.map(({ productId }) => productId)}::int[], ${stocks.map(({ stock }) => stock)}::int[])
        as given (product_id, stock)
      join products on products.id = given.product_id
      left join (
        select product_id, sum(per_piece * line_quantity) filter (where status <> 'canceled') as quantity,
            min(created_at) as first_at
          from (${consumption}) drawn group by product_id) taken on taken.product_id = id
     order by id`.execute(trx)
  // A single statement, so that stock is never short: restocks refer to the withdrawal by its number.
  await sql`
    with drawn as (
      select nextval(pg_get_serial_sequence('stock_movements', 'id')) as id, drawn.* from (${consumption}) drawn
        join products on products.id = drawn.product_id and products.stock is not null
       order by drawn.created_at, order_id, position),
    numbered as materialized (select * from drawn)
    insert into stock_movements (id, product_id, quantity, kind, order_id, line_position, allocation, line_quantity,
      reverses, made_by, made_at)
    overriding system value
    select id, product_id, -per_piece * line_quantity, 'order', order_id, position, 1, line_quantity, null::bigint,
        'customer', created_at
      from numbered
    union all
    select nextval(pg_get_serial_sequence('stock_movements', 'id')), product_id, per_piece * line_quantity, 'cancel',
        order_id, position, 1, line_quantity, numbered.id, 'demo', canceled_at
      from numbered join orders on orders.id = order_id and canceled_at is not null`.execute(trx)
}

export async function insertImagesAndContents(
  trx: Transaction,
  products: DemoProduct[],
  idOf: (handle: string) => ProductId,
): Promise<void> {
  const images = products.flatMap(({ handle, images }) =>
    images.map(({ file, alt }, position) => ({ product_id: idOf(handle), position, file, alt })),
  )
  await trx.insertInto('product_images').values(images).execute()
  const contents = products.flatMap(({ handle, contents: parts }) =>
    parts.map((part, position) => ({
      package_id: idOf(handle),
      product_id: idOf(part.handle),
      quantity: part.quantity,
      position,
    })),
  )
  await trx.insertInto('package_contents').values(contents).execute()
}

/** Adds pictures of slides to the media library. */
export async function insertWidePictures(
  trx: Transaction,
  pictures: readonly { file: string; alt: string }[],
): Promise<void> {
  for (const { file, alt } of pictures) {
    await sql`insert into pictures (file, alt, widths) values (${file}, ${alt}, '{640,1280,1920}')`.execute(trx)
  }
}

export async function insertContent(
  trx: Transaction,
  content: {
    terms: string
    readers: Record<'confirmed' | 'asked' | 'ended', readonly string[]>
    newsletter: { subject: string; body: string }
  },
): Promise<void> {
  const now = sql<Date>`now()`
  for (const state of ['confirmed', 'asked', 'ended'] as const) {
    const readers = content.readers[state].map((name) => ({
      email: `${name}@reader.example`,
      state,
      source: 'footer' as const,
      confirmed_at: state === 'asked' ? null : now,
      ended_at: state === 'ended' ? now : null,
    }))
    await trx.insertInto('newsletter_subscribers').values(readers).execute()
  }
  const author = { made_by: 'demo', changed_by: 'demo' }
  await trx
    .insertInto('newsletters')
    .values({ ...content.newsletter, ...author })
    .execute()
  await trx.insertInto('terms').values({ text: content.terms, published_by: 'demo' }).execute()
}

/** Orders that await payment, newest first. */
export const findUnpaidDemoOrders = (db: Database) =>
  db
    .selectFrom('orders')
    .select(['id', 'first_name', 'last_name', 'total_cents'])
    .where('payment_state', '=', 'unpaid')
    .where('status', '=', 'processing')
    .orderBy('id', 'desc')
    .execute()
