import { expect, it } from 'vitest'
import { MAX_CART_LINES } from '#contract/base/limits.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { addToCart } from './add-to-cart.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { showCart } from './show-cart.ts'

databaseTest('merging a guest’s cart into a user’s', (connection, engine) => {
  const add = (owner: CartOwner, productId: number, quantity: number) =>
    addToCart(connection().db, owner, { productId, quantity })
  const merge = (token: string, userId: Awaited<ReturnType<typeof makeUser>>['id']) =>
    inTransaction(connection().db, (trx) => mergeGuestCart(trx, token, userId))
  const contents = async (owner: CartOwner) =>
    (await showCart(connection().db, owner)).map((line) => [line.product_id, line.quantity])

  it('adds quantities up to 99, and adds products that the user’s cart lacks', async () => {
    const { db } = connection()
    const [shared, guestOnly, frequent] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)]
    const [user, token] = [await makeUser(db), makeToken()]
    await add({ userId: user.id }, shared.id, 2)
    await add({ userId: user.id }, frequent.id, 60)
    await add(token, shared.id, 3)
    await add(token, guestOnly.id, 1)
    await add(token, frequent.id, 60)
    await merge(token, user.id)
    expect(await contents({ userId: user.id })).toEqual([
      [shared.id, 5],
      [frequent.id, 99],
      [guestOnly.id, 1],
    ])
    expect(await contents(token)).toEqual([])
  })

  it('creates the user’s cart if there is none, and does nothing without a guest cart', async () => {
    const { db } = connection()
    const [product, user, token] = [await makeProduct(db), await makeUser(db), makeToken()]
    await merge(makeToken(), user.id)
    expect(await contents({ userId: user.id })).toEqual([])
    await add(token, product.id, 4)
    await merge(token, user.id)
    expect(await contents({ userId: user.id })).toEqual([[product.id, 4]])
  })

  it('never creates a cart of more than 100 lines, and still adds quantities of shared products', async () => {
    const { db, pool } = connection()
    const [user, token] = [await makeUser(db), makeToken()]
    const products = await Promise.all(Array.from({ length: MAX_CART_LINES + 3 }, () => makeProduct(db)))
    const ids = products.map(({ id }) => id)
    await add({ userId: user.id }, ids[0] as number, 1)
    await pool.query(
      `insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
       select cart.id, product_id, 1, 1000, 1000 from carts cart, unnest($2::int[]) product_id where cart.user_id = $1`,
      [user.id, ids.slice(1, MAX_CART_LINES - 1)],
    )
    // Three new products for one free line, and one product in both carts.
    for (const id of [...ids.slice(-3), ids[5] as number]) await add(token, id, 2)
    await merge(token, user.id)
    const merged = await contents({ userId: user.id })
    expect(merged).toHaveLength(MAX_CART_LINES)
    expect(merged).toContainEqual([ids[5], 3])
    expect(merged).toContainEqual([ids.at(-3), 2])
  })

  it('a user’s cart is available on every device and does not expire', async () => {
    const { db, pool } = connection()
    const [product, user] = [await makeProduct(db), await makeUser(db)]
    await add({ userId: user.id }, product.id, 1)
    await pool.query(`update carts set last_used_at = now() - interval '1 year' where user_id = $1`, [user.id])
    expect(await contents({ userId: user.id })).toEqual([[product.id, 1]])
  })

  it.runIf(engine === 'postgres')('two concurrent first additions share one cart', async () => {
    const { db } = connection()
    const [one, other, user] = [await makeProduct(db), await makeProduct(db), await makeUser(db)]
    await Promise.all([add({ userId: user.id }, one.id, 1), add({ userId: user.id }, other.id, 1)])
    expect((await contents({ userId: user.id })).sort()).toEqual([
      [one.id, 1],
      [other.id, 1],
    ])
  })
})
