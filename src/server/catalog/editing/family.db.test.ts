import { expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { requireOk } from '#test/require-ok.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { findContents } from './content.queries.ts'

const member = (product_id: number | null, option_value: string, swatch: string | null = null) => ({
  ...{ product_id, option_value, swatch },
})

databaseTest('families of products', (connection) => {
  const suite = appForSuite(connection)
  const manager = () => openStaffBrowser(suite, 'manager')
  const path = (id: number, action: string) => `/admin/products/families/${id}/${action}`
  const verify = async () => (await verifyShop(connection().db, '/nowhere')).findings
  const polish = { name: 'Gel Polish', option_name: 'Shade', canonical: 0 }

  it('get members by typing their values: draft copies with a version, in order', async () => {
    const { db, pool } = connection()
    const browser = await manager()
    const origin = await makeProduct(db, { name: 'Gel Polish', sku: 'GP-1', priceCents: 900, stock: 7 })
    const body = {
      ...polish,
      members: [member(origin.id, 'Red', '#aa0000'), member(null, 'Nude'), member(null, 'Plum')],
    }
    const family = requireOk(await browser.post('/admin/products/families/add', body))
    expect(family).toMatchObject({
      ...{ name: 'Gel Polish', option_name: 'Shade', canonical_id: origin.id },
      members: [
        { product_id: origin.id, status: 'active', option_value: 'Red', swatch: '#aa0000' },
        { name: 'Gel Polish Nude', status: 'draft', option_value: 'Nude', price: 9 },
        { name: 'Gel Polish Plum', status: 'draft', option_value: 'Plum' },
      ],
    })
    const copyId = family.members[1].product_id as number
    const copy = (await findContents(db, [copyId])).get(copyId)
    expect(copy).toMatchObject({ version: 1, stock: 0, content: { sku: '', handle: 'gel-polish-nude' } })
    expect((await pool.query(`select from audit_entries where action = 'family.added'`)).rowCount).toBe(1)
    expect(await verify()).toEqual([])
  })

  it('get new members with the status of the main product when asked to', async () => {
    const { db } = connection()
    const browser = await manager()
    const onSale = await makeProduct(db, { name: 'Free Sample', priceCents: 0, stock: null })
    const draft = await makeProduct(db, { name: 'Planned', active: false })
    for (const { id, status } of [
      { id: onSale.id, status: 'active' },
      { id: draft.id, status: 'draft' },
    ]) {
      const body = { ...polish, members: [member(id, 'Red'), member(null, 'Nude')], publish_new: true }
      const family = requireOk(await browser.post('/admin/products/families/add', body))
      expect(family.members[1]).toMatchObject({ option_value: 'Nude', status })
    }
    expect(await verify()).toEqual([])
  })

  it('are renamed, reordered, left and dissolved; an edit of another state is stale', async () => {
    const { db } = connection()
    const browser = await manager()
    const [a, b, c] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)]
    const members = [member(a.id, 'A'), member(b.id, 'B'), member(c.id, 'C')]
    const added = requireOk(await browser.post('/admin/products/families/add', { ...polish, members }))
    const id = added.family_id as number
    const body = { ...polish, name: 'Lacquer', members: [member(c.id, 'C'), member(b.id, 'B')], canonical: 1 }
    const change = { ...body, expected_version: added.version }
    const saved = requireOk(await browser.post(path(id, 'save'), change))
    expect(saved).toMatchObject({
      ...{ name: 'Lacquer', canonical_id: b.id },
      members: [{ product_id: c.id }, { product_id: b.id }],
    })
    expect((await findContents(db, [a.id])).get(a.id)?.content).toMatchObject({ family_id: null, option_value: '' })
    const stale = await browser.post(path(id, 'save'), change)
    expect([stale.statusCode, stale.json().code, stale.json().current.name]).toEqual([409, 'stale', 'Lacquer'])
    // In the product editor, the main product leaves: the first remaining member replaces it, and the family changes.
    const version = String((await findContents(db, [b.id])).get(b.id)?.version)
    requireOk(
      await browser.post(`/admin/products/${b.id}/save`, { fields: { family_id: null }, expected_version: version }),
    )
    const now = requireOk(await browser.get(`/admin/products/families/${id}.json`))
    expect(now.canonical_id).toBe(c.id)
    expect(now.version).not.toBe(saved.version)
    const dissolve = (expected_version: string) => browser.post(path(id, 'dissolve'), { expected_version })
    expect((await dissolve(saved.version)).statusCode).toBe(409)
    requireOk(await dissolve(now.version))
    expect((await browser.get(`/admin/products/families/${id}.json`)).statusCode).toBe(404)
    expect((await dissolve(now.version)).statusCode).toBe(404)
    expect(await verify()).toEqual([])
  })

  it('refuse members that are missing, taken or repeated, and nothing is added', async () => {
    const { db, pool } = connection()
    const browser = await manager()
    const [a, b] = [await makeProduct(db), await makeProduct(db)]
    const add = async (members: object[], canonical = 0) => {
      const response = await browser.post('/admin/products/families/add', { ...polish, members, canonical })
      const { code, errors } = response.json()
      return [response.statusCode, code, ...Object.keys(errors ?? {})]
    }
    requireOk(await browser.post('/admin/products/families/add', { ...polish, members: [member(a.id, 'A')] }))
    const count = async () => (await pool.query('select count(*)::int as n from products')).rows[0].n
    const before = await count()
    expect(await add([member(b.id, 'B'), member(a.id, 'A')])).toEqual([409, 'in_other_family', 'members.1.product_id'])
    expect(await add([member(2_000_000_000, 'B')])).toEqual([422, 'member_not_found', 'members.0.product_id'])
    const repeated = [422, 'option_repeated', 'members.1.option_value']
    expect(await add([member(b.id, 'B'), member(null, 'b')])).toEqual(repeated)
    expect(await add([member(b.id, 'Crème  rosé'), member(null, 'creme-Rose')])).toEqual(repeated)
    expect(await add([member(b.id, 'B'), member(null, 'C')], 1)).toEqual([422, 'canonical_required', 'canonical'])
    expect(await add([member(b.id, 'B'), member(b.id, 'C')])).toEqual([422, 'invalid', 'members'])
    // A price that the editor would not accept, from an import.
    await pool.query('update products set sale_price_cents = price_cents where id = $1', [b.id])
    expect(await add([member(b.id, 'B'), member(null, 'C')])).toEqual([422, 'sale_price_not_lower', 'sale_price'])
    expect(await count()).toBe(before)
    expect((await pool.query('select from product_families')).rowCount).toBeGreaterThan(0)
  })

  it('are changed by managers only', async () => {
    const clerk = await openStaffBrowser(suite, 'clerk')
    const { id } = await makeProduct(connection().db)
    const body = { ...polish, members: [member(id, 'A')] }
    expect((await clerk.post('/admin/products/families/add', body)).statusCode).toBe(403)
    const { family_id } = requireOk(await (await manager()).post('/admin/products/families/add', body))
    expect((await clerk.get(`/admin/products/families/${family_id}.json`)).statusCode).toBe(200)
  })
})
