import type { Connection, Database } from '#server/platform/database/connection.ts'
import type { CategoryId, ProductFamilyId, ProductId } from '#server/platform/database/tables.generated.ts'

let sequence = 0

/** Creates a category; its slug defaults to its name in lower case. */
export async function makeCategory(db: Database, overrides: { name?: string; slug?: string; position?: number } = {}) {
  const name = overrides.name ?? `Category ${++sequence}`
  const slug = overrides.slug ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const { id } = await db
    .insertInto('categories')
    .values({ name, slug, position: overrides.position ?? 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug, name }
}

export type ProductOverrides = {
  name?: string
  handle?: string
  kind?: 'product' | 'package'
  categoryId?: CategoryId | null
  sku?: string
  vendor?: string
  descriptionHtml?: string
  priceCents?: number
  compareAtCents?: number | null
  pv?: number
  commissionableBp?: number
  weightGrams?: number
  /** null: not tracked. */
  stock?: number | null
  active?: boolean
  featuredPosition?: number | null
  createdAt?: Date
  /** Names of stored images, in display order. */
  images?: string[]
  contents?: { productId: ProductId; quantity?: number }[]
  barcode?: string | null
  family?: FamilyMember
}
type FamilyMember = {
  family_id: ProductFamilyId
  family_position: number
  option_value: string
  swatch?: string | null
}

/** Creates a product that can be bought: $10.00, 10 PV, one pound, stock not tracked. */
/** A picture of the media library, without files. */
export async function makePicture(
  { pool }: Pick<Connection, 'pool'>,
  overrides: { file?: string; alt?: string; widths?: number[] } = {},
): Promise<number> {
  const { rows } = await pool.query(`insert into pictures (file, alt, widths) values ($1, $2, $3) returning id`, [
    overrides.file ?? `picture-${++sequence}`,
    overrides.alt ?? '',
    overrides.widths ?? [320, 640, 960, 1280],
  ])
  return rows[0].id
}

export async function makeProduct(db: Database, overrides: ProductOverrides = {}) {
  const name = overrides.name ?? `Product ${++sequence}`
  const product = {
    name,
    handle: overrides.handle ?? `product-${++sequence}`,
    kind: overrides.kind ?? (overrides.contents ? ('package' as const) : ('product' as const)),
    category_id: overrides.categoryId ?? null,
    sku: overrides.sku ?? '',
    vendor: overrides.vendor ?? '',
    description_html: overrides.descriptionHtml ?? '',
    price_cents: overrides.priceCents ?? 1000,
    compare_at_cents: overrides.compareAtCents ?? null,
    pv: overrides.pv ?? 10,
    commissionable_bp: overrides.commissionableBp ?? 10_000,
    weight_grams: overrides.weightGrams ?? 454,
    stock: overrides.stock ?? null,
    active: overrides.active ?? true,
    featured_position: overrides.featuredPosition ?? null,
    barcode: overrides.barcode ?? null,
    ...overrides.family,
    ...(overrides.createdAt && { created_at: overrides.createdAt }),
  }
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  const images = (overrides.images ?? []).map((file, position) => ({ product_id: id, position, file, alt: '' }))
  if (images.length > 0) await db.insertInto('product_images').values(images).execute()
  const contents = (overrides.contents ?? []).map(({ productId, quantity = 1 }, position) => ({
    package_id: id,
    product_id: productId,
    quantity,
    position,
  }))
  if (contents.length > 0) await db.insertInto('package_contents').values(contents).execute()
  return { ...product, id }
}

/** Creates a family of products named after it and their options. The first one is the main product. */
export async function makeFamily(
  db: Database,
  { name = `Family ${++sequence}`, optionName = 'Shade', members, ...shared }: FamilyOverrides,
) {
  const { id } = await db
    .insertInto('product_families')
    .values({ name, option_name: optionName })
    .returning('id')
    .executeTakeFirstOrThrow()
  const products = []
  for (const [position, { value, swatch = null, ...overrides }] of members.entries()) {
    const family = { family_id: id, family_position: position, option_value: value, swatch }
    products.push(await makeProduct(db, { name: `${name} ${value}`, ...shared, ...overrides, family }))
  }
  await db
    .updateTable('product_families')
    .set({ canonical_id: products[0]?.id ?? null })
    .where('id', '=', id)
    .execute()
  return { id, name, products }
}
type FamilyOverrides = Omit<ProductOverrides, 'family'> & {
  optionName?: string
  members: (Omit<ProductOverrides, 'family'> & { value: string; swatch?: string | null })[]
}

/** Creates an active user without a password, so that no one can sign in as them. */
export async function makeUser(
  db: Database,
  overrides: { email?: string; type?: 'member' | 'franchise'; firstName?: string } = {},
) {
  sequence++
  const user = {
    email: overrides.email ?? `user${sequence}@example.com`,
    type: overrides.type ?? ('member' as const),
    status: 'active' as const,
    first_name: overrides.firstName ?? 'Ana',
    last_name: 'Reyes',
    // Differs from the order forms: a guest with a member's phone number is that member.
    phone_number: '(201) 555-0150',
    cosmetology_id: 'NJ-1001',
    referral_code: `CODE${sequence}`,
  }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return { id, ...user }
}
