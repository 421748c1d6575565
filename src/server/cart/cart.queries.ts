import { type RawBuilder, sql } from 'kysely'
import { MAX_CART_LINES, MAX_QUANTITY } from '#contract/base/limits.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { availableStock, type CountedPart, countedParts } from '#server/platform/database/available-stock.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { prepared, type Steps } from '#server/platform/database/prepared.ts'
import { relaxCommit } from '#server/platform/database/relaxed-commit.ts'
import { exactlyVisible, exactPrice } from '#server/platform/database/selling-price.ts'
import type { CartId, CartLineItemId, ProductId, UserId } from '#server/platform/database/tables.generated.ts'

/** True for an expired guest cart; a user's cart does not expire. */
const isExpired = sql<boolean>`last_used_at <= now() - interval '60 days'`

const ownerCondition = (owner: CartOwner) =>
  typeof owner === 'string'
    ? sql<boolean>`token_hash = ${hashToken(owner)} and not ${isExpired}`
    : sql<boolean>`user_id = ${owner.userId}`

/** Locks the owner's cart and marks it as used and changed. */
export async function lockCart(trx: Transaction, owner: CartOwner): Promise<CartId | undefined> {
  const row = await trx
    .updateTable('carts')
    .set({ last_used_at: sql`now()`, version: sql`version + 1` })
    .where(ownerCondition(owner))
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Prepares one statement each for a guest's and a user's cart. */
function prepareForOwner<Row>(
  write: (ownerCondition: RawBuilder<boolean>) => RawBuilder<Row>,
): (db: Database | Transaction, owner: CartOwner) => Promise<Row[]> {
  const queryForGuest = prepared<{ hash: Buffer }, Row>(({ hash }) =>
    write(sql`token_hash = ${hash} and not ${isExpired}`),
  )
  const queryForUser = prepared<{ userId: UserId }, Row>(({ userId }) => write(sql`user_id = ${userId}`))
  return (db, owner) =>
    typeof owner === 'string' ? queryForGuest(db, { hash: hashToken(owner) }) : queryForUser(db, owner)
}

/** Locks the owner's cart for placing an order. Returns its ID and round number. */
export const lockCartRound = async (
  trx: Transaction,
  owner: CartOwner,
): Promise<{ id: CartId; round: number } | undefined> => (await lockRound(trx, owner))[0]

const lockRound = prepareForOwner<{ id: CartId; round: number }>(
  (ownerCondition) => sql`select id, round from carts where ${ownerCondition} for update`,
)

/** Inserts a cart. Two simultaneous first additions of one user share the cart of the first. */
export async function insertCart(trx: Transaction, owner: CartOwner): Promise<CartId> {
  const row = await trx
    .insertInto('carts')
    .values(typeof owner === 'string' ? { token_hash: hashToken(owner) } : { user_id: owner.userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_used_at: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Moves the lines of one cart to another, within the limits of a cart. */
export async function moveLines(
  trx: Transaction,
  move: { from: CartId; to: CartId; maxQuantity: number; maxLines: number },
): Promise<void> {
  await sql`
    insert into cart_line_items as line (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
    select ${move.to}, product_id, quantity, added_price_cents, shown_price_cents from (
      select moved.*, count(*) filter (where kept.id is null) over (order by kept.id is null, moved.id) as place
        from cart_line_items moved
        left join cart_line_items kept on kept.cart_id = ${move.to} and kept.product_id = moved.product_id
       where moved.cart_id = ${move.from}) ranked
     where place <= ${move.maxLines} - (select count(*) from cart_line_items where cart_id = ${move.to})
     order by id
    on conflict on constraint cart_line_items_cart_id_product_id_key
    do update set quantity = least(line.quantity + excluded.quantity, ${move.maxQuantity}),
      shown_price_cents = excluded.shown_price_cents`.execute(trx)
}

export async function deleteCart(trx: Transaction, cartId: CartId): Promise<void> {
  await trx.deleteFrom('carts').where('id', '=', cartId).execute()
}

export type CartAddition = CartLineRow & {
  refusal: 'not_for_sale' | 'over_limit' | 'sold_out' | 'cart_full' | null
  /** Pieces available for sale; null if stock is not tracked. */
  product_stock: number | null
}

type AddedRow = CartAddition & { is_put: boolean }
type AddCartLineValues = { owner: Buffer | UserId; productId: number; quantity: number }

/**
 * Adds a product to the owner's cart in one statement and creates the cart if needed. Returns the cart's lines, or one
 * row with the refusal. Returns undefined and changes nothing if another request changed the cart concurrently, or if it
 * has expired.
 */
export async function addCartLine(
  db: Database | Transaction,
  owner: CartOwner,
  item: { productId: number; quantity: number },
): Promise<CartAddition[] | undefined> {
  const rows =
    typeof owner === 'string'
      ? await addGuestCartLine(db, { ...item, owner: hashToken(owner) })
      : await addUserCartLine(db, { ...item, owner: owner.userId })
  const [first] = rows
  return first && (first.is_put || first.refusal !== null) ? rows : undefined
}

const addGuestCartLine = prepared<AddCartLineValues, AddedRow>((values) =>
  buildAddCartLine(values, sql`token_hash`, sql`${values.owner}::bytea`, sql`and not ${isExpired}`),
)
const addUserCartLine = prepared<AddCartLineValues, AddedRow>((values) =>
  buildAddCartLine(values, sql`user_id`, sql`${values.owner}::int`, sql``),
)

const buildAddCartLine = (
  { productId, quantity }: Record<'productId' | 'quantity', RawBuilder<unknown>>,
  column: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  expiryCondition: RawBuilder<unknown>,
) => sql<AddedRow>`
    with relaxed as (${relaxCommit}),
    cart as (
      select id, version from carts where ${column} = ${owner} ${expiryCondition}),
    held as (
      select * from cart_line_items where cart_id = (select id from cart)),
    counted as (
      select count(*) as lines, coalesce(sum(quantity) filter (where product_id = ${productId}), 0) as in_cart from held),
    product as (
      select product.id, ${exactPrice('product')} as price_cents, ${availableStock('product')} as stock
        from products product where product.id = ${productId} and ${exactlyVisible('product')}),
    wanted as (
      select product.id, product.price_cents, product.stock, case
          when product.id is null then 'not_for_sale'
          when in_cart + ${quantity} > ${sql.lit(MAX_QUANTITY)} then 'over_limit'
          when in_cart + ${quantity} > product.stock then 'sold_out'
          when in_cart = 0 and lines >= ${sql.lit(MAX_CART_LINES)} then 'cart_full' end as refusal
        from counted left join product on true),
    used as (
      insert into carts (${column}) select ${owner} from wanted where refusal is null
      on conflict (${column}) do update set version = carts.version + 1, last_used_at = now()
        where carts.version = (select version from cart)
      returning id),
    put as (
      insert into cart_line_items as line (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
      select used.id, wanted.id, ${quantity}::int, price_cents, price_cents from used, wanted
      on conflict on constraint cart_line_items_cart_id_product_id_key
      do update set quantity = line.quantity + excluded.quantity, shown_price_cents = excluded.shown_price_cents
      returning *),
    line as (
      select * from put union all select * from held where product_id <> ${productId})
    select wanted.refusal, wanted.stock as product_stock, exists (select from put) as is_put, filled.*
      from wanted cross join relaxed left join (
        select ${lineColumns} from line join products product on product.id = line.product_id) filled on true
     order by filled.id`

/** Deletes an expired cart whose owner returns before the cleanup. */
export async function deleteExpiredCart(trx: Transaction, token: string): Promise<void> {
  await trx.deleteFrom('carts').where('token_hash', '=', hashToken(token)).where(isExpired).execute()
}

/** Finds a line and its product, if the line is in this cart. */
export const findLine = (trx: Transaction, cartId: CartId, lineId: number) =>
  trx
    .selectFrom('cart_line_items as line')
    .innerJoin('products as product', 'product.id', 'line.product_id')
    .select(['line.quantity', availableStock('product').as('stock'), exactlyVisible('product').as('active')])
    .where('line.cart_id', '=', cartId)
    .where('line.id', '=', lineId as CartLineItemId)
    .executeTakeFirst()

export async function setLineQuantity(trx: Transaction, lineId: number, quantity: number): Promise<void> {
  await trx
    .updateTable('cart_line_items')
    .set({ quantity })
    .where('id', '=', lineId as CartLineItemId)
    .execute()
}

/** Returns false if the cart has no such line. */
export async function deleteLine(trx: Transaction, cartId: CartId, lineId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('cart_line_items')
    .where('cart_id', '=', cartId)
    .where('id', '=', lineId as CartLineItemId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type CartLineRow = {
  id: CartLineItemId
  product_id: ProductId
  quantity: number
  added_price_cents: number
  shown_price_cents: number
  name: string
  price_cents: number
  pv: number
  commissionable_bp: number
  tax_exempt: boolean
  weight_grams: number
  /** The product's own stock; null if not tracked, or for a package with contents. */
  stock: number | null
  parts: CountedPart[] | null
  active: boolean
  image_file: string | null
}

/** Requires a query that names its tables `line` and `product`. */
const lineColumns = sql`line.id, line.product_id, line.quantity, line.added_price_cents, line.shown_price_cents,
    product.name, ${exactPrice('product')} as price_cents, product.pv, product.commissionable_bp, product.tax_exempt,
    product.weight_grams, product.stock, ${countedParts('product')} as parts,
    ${exactlyVisible('product')} as active,
    (select image.file from product_images image
      where image.product_id = product.id and image.file is not null order by image.position limit 1) as image_file`
const lines = sql`${lineColumns} from cart_line_items line join products product on product.id = line.product_id`

export async function readLines(db: Database | Transaction, cartId: CartId): Promise<CartLineRow[]> {
  const { rows } = await sql<CartLineRow>`select ${lines} where line.cart_id = ${cartId} order by line.id`.execute(db)
  return rows
}

export async function readOwnerLines(db: Database, owner: CartOwner): Promise<CartLineRow[]> {
  const { rows } = await sql<CartLineRow>`select ${lines} join carts cart on cart.id = line.cart_id
    where ${ownerCondition(owner)} order by line.id`.execute(db)
  return rows
}

/** Records these prices as shown to the visitor; they may have changed since. */
export async function markPricesShown(
  db: Database,
  lines: readonly Pick<CartLineRow, 'id' | 'price_cents'>[],
): Promise<void> {
  await sql`update cart_line_items line set shown_price_cents = shown.price_cents
    from unnest(${lines.map(({ id }) => id)}::int[], ${lines.map(({ price_cents }) => price_cents)}::int[])
      as shown (id, price_cents) where line.id = shown.id`.execute(db)
}

/** Deletes guest carts unused for 60 days. Returns their number. */
export async function deleteExpiredCarts(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('carts')
    .where('user_id', 'is', null)
    .where(isExpired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type OrderedLineRow = {
  line_id: CartLineItemId
  product_id: ProductId
  quantity: number
  shown_price_cents: number
  name: string
  price_cents: number
  pv: number
  commissionable_bp: number
  tax_exempt: boolean
  weight_grams: number
  /** The product's own stock; null if not tracked, or for a package with contents. */
  stock: number | null
  parts: CountedPart[] | null
  active: boolean
  image_file: string | null
}

/**
 * Reads the lines with their products. Locks products with tracked stock, including components of packages, in ID
 * order, so that two placements never deadlock. Only reads the others, so that orders of one bestseller do not queue. A
 * line without its product means that the product switched between tracked and untracked stock while waiting for a
 * lock.
 */
export const lockLinesAndProducts = (trx: Transaction, owner: CartOwner): Promise<(OrderedLineRow | MissedLine)[]> =>
  lockLines(trx, owner)

const orderedColumns = sql`product.id, product.name, product.pv, product.commissionable_bp, product.tax_exempt,
    product.weight_grams, product.stock, product.price_cents, product.sale_price_cents, product.sale_from,
    product.sale_until, product.status, product.visible_from, product.visible_until`

const lockLines = prepareForOwner<OrderedLineRow | MissedLine>(
  (ownerCondition) => sql`
    with wanted as (
      select id as line_id, product_id, quantity, shown_price_cents from cart_line_items
       where cart_id = (select id from carts where ${ownerCondition})),
    drawn as (
      select product_id from wanted
      union
      select content.product_id from wanted join package_contents content on content.package_id = wanted.product_id),
    counted as materialized (
      select ${orderedColumns} from products product
       where product.id in (select product_id from drawn) and product.stock is not null
       order by product.id for no key update),
    ordered as (
      select ${orderedColumns} from counted product
      union all
      select ${orderedColumns} from products product
       where product.id in (select product_id from wanted) and product.stock is null)
    select wanted.line_id, wanted.product_id, wanted.quantity, wanted.shown_price_cents, product.name,
        ${exactPrice('product')} as price_cents, product.pv, product.commissionable_bp, product.tax_exempt,
        product.weight_grams, product.stock, ${exactlyVisible('product')} as active,
        (select jsonb_agg(jsonb_build_object('product_id', part.id, 'quantity', content.quantity, 'stock', part.stock) order by part.id)
          from package_contents content join counted part on part.id = content.product_id
          where content.package_id = wanted.product_id) as parts,
        (select image.file from product_images image
          where image.product_id = wanted.product_id and image.file is not null order by image.position limit 1)
          as image_file
      from wanted left join ordered product on product.id = wanted.product_id order by wanted.line_id`,
)

/** A line whose product was found neither with tracked nor with untracked stock. */
export type MissedLine = { line_id: CartLineItemId; name: null }

/** Empties a cart that has become an order and increments its round number. */
export const closedRoundSteps: Steps<{ cartId: CartId }> = ({ cartId }) => sql`
    emptied as (delete from cart_line_items where cart_id = ${cartId}),
    closed as (
      update carts set round = round + 1, version = version + 1, last_used_at = now() where id = ${cartId})`
