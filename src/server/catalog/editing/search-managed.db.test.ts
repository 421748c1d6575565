import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { buildProductConditions, findManagedProducts } from './list-managed.queries.ts'

databaseTest('the search of the product list', (connection) => {
  const search = async (text: string) => {
    const conditions = buildProductConditions({ search: text }, 5)
    const rows = await findManagedProducts(connection().db, conditions, { sort: 'name', limit: 50 })
    return rows.map(({ name }) => name)
  }

  it('finds parts of words in name, SKU and vendor, a barcode in each spelling, and the number', async () => {
    const { db } = connection()
    const cream = await makeProduct(db, { name: 'Crème brûlée 5% mask', sku: 'CB-100_A', vendor: 'Olaplex' })
    const { id } = await makeProduct(db, { name: 'Comb', sku: 'CB-100XA', vendor: 'Olivia' })
    await db.updateTable('products').set({ barcode: '012345678905' }).where('id', '=', id).execute()
    for (const [text, names] of [
      ['brulee', ['Crème brûlée 5% mask']],
      ['RÈME mas', ['Crème brûlée 5% mask']],
      ['5%', ['Crème brûlée 5% mask']],
      ['100_a', ['Crème brûlée 5% mask']],
      ['cb-100', ['Comb', 'Crème brûlée 5% mask']],
      ['oli', ['Comb']],
      ['ol', ['Comb', 'Crème brûlée 5% mask']],
      ['12345678905', ['Comb']],
      ['0012345678905', ['Comb']],
      [String(cream.id), expect.arrayContaining(['Crème brûlée 5% mask'])],
      ['99999999999', []],
      ['comb brush', []],
      [String.raw`\ % _`, []],
    ] as const) {
      expect([text, await search(text)]).toEqual([text, names])
    }
  })

  it('reads an index, not all products', async () => {
    const { pool } = connection()
    await pool.query(`insert into products (handle, name, price_cents, pv)
      select 'many-' || n, 'Product ' || md5(n::text), 100, 0 from generate_series(1, 20000) n`)
    await pool.query('analyze products')
    const { rows } = await pool.query(
      `explain select from products p where p.list_search like '%abcdef%' or p.barcode = any(array['1']) or p.id = 7`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('products_list_search_idx')
    expect(plan).not.toContain('Seq Scan')
  })
})
