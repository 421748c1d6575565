import type { Database } from '#server/platform/database/connection.ts'
import type { CategoryId, ProductId } from '#server/platform/database/tables.generated.ts'

let made = 0

/** Creates a category; its slug defaults to its name in lower case. */
export async function makeCategory(db: Database, given: { name?: string; slug?: string; position?: number } = {}) {
  const name = given.name ?? `Category ${++made}`
  const slug = given.slug ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const { id } = await db
    .insertInto('categories')
    .values({ name, slug, position: given.position ?? 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug, name }
}

export type ProductTraits = {
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
  /** Names of stored pictures, in display order. */
  pictures?: string[]
  contents?: { productId: ProductId; quantity?: number }[]
}

/** Creates a product that can be bought: $10.00, 10 PV, one pound, stock not tracked. */
export async function makeProduct(db: Database, traits: ProductTraits = {}) {
  const name = traits.name ?? `Product ${++made}`
  const product = {
    name,
    handle: traits.handle ?? `product-${++made}`,
    kind: traits.kind ?? (traits.contents ? ('package' as const) : ('product' as const)),
    category_id: traits.categoryId ?? null,
    sku: traits.sku ?? '',
    vendor: traits.vendor ?? '',
    description_html: traits.descriptionHtml ?? '',
    price_cents: traits.priceCents ?? 1000,
    compare_at_cents: traits.compareAtCents ?? null,
    pv: traits.pv ?? 10,
    commissionable_bp: traits.commissionableBp ?? 10_000,
    weight_grams: traits.weightGrams ?? 454,
    stock: traits.stock ?? null,
    active: traits.active ?? true,
    featured_position: traits.featuredPosition ?? null,
    ...(traits.createdAt && { created_at: traits.createdAt }),
  }
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  const images = (traits.pictures ?? []).map((file, position) => ({ product_id: id, position, file, alt: '' }))
  if (images.length > 0) await db.insertInto('product_images').values(images).execute()
  const contents = (traits.contents ?? []).map(({ productId, quantity = 1 }, position) => ({
    package_id: id,
    product_id: productId,
    quantity,
    position,
  }))
  if (contents.length > 0) await db.insertInto('package_contents').values(contents).execute()
  return { ...product, id }
}

/** Creates an active user without a password, so that nobody can sign in as them. */
export async function makeUser(
  db: Database,
  given: { email?: string; type?: 'member' | 'franchise'; firstName?: string } = {},
) {
  made++
  const user = {
    email: given.email ?? `user${made}@example.com`,
    type: given.type ?? ('member' as const),
    status: 'active' as const,
    first_name: given.firstName ?? 'Ana',
    last_name: 'Reyes',
    // Differs from the order forms: a guest with a member's phone number is that member.
    phone_number: '(201) 555-0150',
    cosmetology_id: 'NJ-1001',
    referral_code: `CODE${made}`,
  }
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return { id, ...user }
}
