import { expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart } from '#test/shop.ts'
import { findContents } from './content.queries.ts'
import { deleteProduct } from './delete-product.ts'
import { saveProducts } from './save-products.ts'

const actor = { kind: 'command_line', by: 'ana@shop.example' } as const

databaseTest('a deleted product', (connection) => {
  const remove = (id: number, expectedVersion = 1) =>
    inTransaction(connection().db, (trx) => deleteProduct(trx, actor, { id, expectedVersion }))

  it('leaves carts and the products that show it as related, which keep a version', async () => {
    const { db, pool } = connection()
    const [gone, other, shown] = [await makeProduct(db, { stock: 4 }), await makeProduct(db), await makeProduct(db)]
    await inTransaction(db, (trx) =>
      saveProducts(trx, actor, [{ id: other.id, changes: { related: [gone.id, shown.id] } }], { source: 'edit' }),
    )
    await fillCart(db, [gone])
    expect(await remove(gone.id)).toEqual({ ok: true })
    const contents = await findContents(db, [gone.id, other.id])
    expect(contents.get(other.id)).toMatchObject({ version: 3, content: { related: [shown.id] } })
    expect(contents.has(gone.id)).toBe(false)
    expect((await pool.query('select from cart_line_items')).rowCount).toBe(0)
    expect((await verifyShop(db, '/nowhere')).findings).toEqual([])
  })

  it('must be neither ordered, counted nor in a package, and be the one that was seen', async () => {
    const { db } = connection()
    const part = await makeProduct(db)
    await makeProduct(db, { contents: [{ productId: part.id }] })
    expect(await remove(part.id)).toMatchObject({ refusal: { code: 'has_orders' } })
    expect(await remove(part.id, 2)).toMatchObject({ refusal: { code: 'stale' } })
    expect(await remove(2_000_000_000)).toMatchObject({ refusal: { code: 'not_found' } })
  })
})
