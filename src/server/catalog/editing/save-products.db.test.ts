import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { findContents } from './content.queries.ts'
import { addProduct, type ProductEdit, saveProducts } from './save-products.ts'

const actor = { kind: 'command_line', by: 'ana@shop.example' } as const

databaseTest('products', (connection) => {
  const read = async (id: number) => {
    const product = (await findContents(connection().db, [id])).get(id)
    if (!product) throw new Error(`no product ${id}`)
    return product
  }
  const save = (edits: ProductEdit[], options: { isConfirmed?: boolean } = {}) =>
    inTransaction(connection().db, (trx) => saveProducts(trx, actor, edits, { source: 'edit', ...options }))
  const readVersions = async (id: number) =>
    (
      await connection()
        .db.selectFrom('product_versions')
        .select(['version', 'source', 'made_by', 'content'])
        .where('product_id', '=', id as ProductId)
        .orderBy('version')
        .execute()
    ).map(({ content, ...version }) => ({ ...version, name: (content as { name: string }).name }))

  it('keep every saved version, from the state before the first change on', async () => {
    const { id } = await makeProduct(connection().db, { name: 'Brow tint' })
    expect(await save([{ id, expectedVersion: 1, changes: { name: 'Brow Tint', pv: 12 } }])).toMatchObject({
      ok: true,
      saved: [{ id, version: 2, changed: ['name', 'pv'] }],
    })
    await save([{ id, expectedVersion: 2, changes: { shelf: 'B-1' } }])
    expect(await readVersions(id)).toEqual([
      { version: 1, source: 'first', made_by: 'ana@shop.example', name: 'Brow tint' },
      { version: 2, source: 'edit', made_by: 'ana@shop.example', name: 'Brow Tint' },
      { version: 3, source: 'edit', made_by: 'ana@shop.example', name: 'Brow Tint' },
    ])
    expect(await read(id)).toMatchObject({ version: 3, content: { name: 'Brow Tint', pv: 12, shelf: 'B-1' } })
    const { rows } = await connection().pool.query(
      `select action, payload -> 'before' as before, payload -> 'after' as after
         from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'product' and subject_id = $1 order by id`,
      [String(id)],
    )
    expect(rows).toMatchObject([
      { action: 'product.changed', before: { name: 'Brow tint' }, after: { name: 'Brow Tint', pv: 12 } },
      { action: 'product.changed', before: { shelf: '' }, after: { shelf: 'B-1' } },
    ])
  })

  it('that an edit does not change keep their version', async () => {
    const { id } = await makeProduct(connection().db, { name: 'Comb' })
    expect(await save([{ id, changes: { name: 'Comb' } }])).toMatchObject({ saved: [{ version: 1, changed: [] }] })
    expect(await readVersions(id)).toEqual([])
  })

  it('changed by someone else refuse all edits sent with them', async () => {
    const { db } = connection()
    const [first, second] = [await makeProduct(db), await makeProduct(db)]
    await save([{ id: first.id, changes: { pv: 1 } }])
    expect(
      await save([
        { id: second.id, expectedVersion: 1, changes: { pv: 5 } },
        { id: first.id, expectedVersion: 1, changes: { pv: 5 } },
      ]),
    ).toEqual({ ok: false, refusal: { code: 'refused', refusals: [{ code: 'stale', index: 1 }] } })
    expect((await read(second.id)).content.pv).toBe(10)
  })

  it('take pictures, contents, related products and documents in their order', async () => {
    const { db } = connection()
    const [jar, lid] = [await makeProduct(db), await makeProduct(db)]
    const { id } = await makeProduct(db, { kind: 'package' })
    const changes = {
      images: [
        { file: 'b', source_url: null, alt: 'Back' },
        { file: 'a', source_url: null, alt: '' },
      ],
      contents: [
        { product_id: lid.id, quantity: 2 },
        { product_id: jar.id, quantity: 1 },
      ],
      related: [lid.id, jar.id],
      documents: [{ file: 'f.pdf', kind: 'safety' as const, title: 'Safety data sheet' }],
    }
    await save([{ id, changes }])
    expect((await read(id)).content).toMatchObject(changes)
    await save([{ id, changes: { images: [], contents: [], related: [], documents: [] } }])
    expect((await read(id)).content).toMatchObject({ images: [], contents: [], related: [], documents: [] })
  })

  describe('are refused', () => {
    const refusalOf = async (changes: ProductEdit['changes'], overrides: Parameters<typeof makeProduct>[1] = {}) => {
      const { id } = await makeProduct(connection().db, overrides)
      const result = await save([{ id, changes }])
      return result.ok ? undefined : result.refusal.refusals[0]
    }
    it.each([
      ['name_required', { name: ' ' }],
      ['sale_price_not_lower', { price_cents: 500, sale_price_cents: 500 }],
      ['sale_price_required', { sale_from: '2026-12-01T05:00:00.000Z' }],
      ['period_reversed', { visible_from: '2026-12-02T05:00:00.000Z', visible_until: '2026-12-01T05:00:00.000Z' }],
      ['size_incomplete', { size_amount: 500 }],
      ['category_not_found', { category_id: 2_000_000_000 }],
      ['family_not_found', { family_id: 2_000_000_000, option_value: 'Red' }],
      ['part_not_found', { kind: 'package' as const, contents: [{ product_id: 2_000_000_000, quantity: 1 }] }],
      ['related_not_found', { related: [2_000_000_000] }],
      ['option_required', { family_id: 2_000_000_000 }],
      ['contents_of_product', { contents: [{ product_id: 2_000_000_000, quantity: 1 }] }],
      ['confirmation_required', { price_cents: 0 }],
    ])('with the code %s', async (code, changes) => {
      expect(await refusalOf(changes)).toMatchObject({ code, index: 0 })
    })

    it('with the handle of another product, with contents in a package that is contained or counted', async () => {
      const { db } = connection()
      const taken = await makeProduct(db)
      expect(await refusalOf({ handle: taken.handle })).toMatchObject({ code: 'handle_taken', field: 'handle' })
      const kit = await makeProduct(db, { contents: [{ productId: taken.id }] })
      const parts = (product_id: number) => ({ kind: 'package' as const, contents: [{ product_id, quantity: 1 }] })
      expect(await refusalOf(parts(kit.id))).toMatchObject({ code: 'part_has_contents' })
      expect(await refusalOf(parts(taken.id), { stock: 3 })).toMatchObject({ code: 'package_has_stock' })
      const other = await makeProduct(db)
      const result = await save([{ id: taken.id, changes: parts(other.id) }])
      expect(result).toMatchObject({ refusal: { refusals: [{ code: 'part_of_package' }] } })
      const self = await makeProduct(db, { kind: 'package' })
      const own = await save([{ id: self.id, changes: parts(self.id) }])
      expect(own).toMatchObject({ refusal: { refusals: [{ code: 'contains_itself' }] } })
    })
  })

  it('may be free if that is confirmed once', async () => {
    const { id } = await makeProduct(connection().db)
    expect(await save([{ id, changes: { price_cents: 0 } }], { isConfirmed: true })).toMatchObject({ ok: true })
    expect(await save([{ id, changes: { name: 'Free sample' } }])).toMatchObject({ ok: true })
  })

  it('are sold at the sale price within its period, and hidden outside of their visible one', async () => {
    const { db } = connection()
    const { id } = await makeProduct(db, { priceCents: 2000 })
    const state = async () =>
      (await sql`select active, selling_price_cents from products where id = ${id}`.execute(db)).rows[0]
    const [past, future] = [-3_600_000, 3_600_000].map((offset) => new Date(Date.now() + offset).toISOString())
    await save([{ id, changes: { sale_price_cents: 1500, sale_from: past ?? null } }])
    expect(await state()).toEqual({ active: true, selling_price_cents: 1500 })
    await save([{ id, changes: { sale_from: future ?? null } }])
    expect(await state()).toEqual({ active: true, selling_price_cents: 2000 })
    await save([{ id, changes: { visible_from: future ?? null } }])
    expect(await state()).toEqual({ active: false, selling_price_cents: 2000 })
    await save([{ id, changes: { visible_from: past ?? null, status: 'archived' } }])
    expect(await state()).toEqual({ active: false, selling_price_cents: 2000 })
  })

  it('are added with an opening stock', async () => {
    const { db } = connection()
    const { content } = await read((await makeProduct(db)).id)
    const added = await inTransaction(db, (trx) =>
      addProduct(trx, actor, { content: { ...content, handle: 'added-one', name: 'Added' }, stock: 7 }),
    )
    if (!added.ok) throw new Error(added.refusal.code)
    expect(await read(added.id)).toMatchObject({ version: 1, stock: 7, content: { name: 'Added' } })
    expect(await readVersions(added.id)).toHaveLength(1)
    const again = await inTransaction(db, (trx) =>
      addProduct(trx, actor, { content: { ...content, handle: 'added-one' }, stock: null }),
    )
    expect(again).toMatchObject({ refusal: { code: 'handle_taken' } })
  })

  it('versions can neither be changed nor rewritten', async () => {
    const { id } = await makeProduct(connection().db)
    await save([{ id, changes: { pv: 3 } }])
    await expect(
      connection().pool.query(`update product_versions set made_by = 'x' where product_id = $1`, [id]),
    ).rejects.toThrow('append-only')
  })
})
