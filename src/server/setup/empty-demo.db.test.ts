import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSignIns, writeSignIns } from '#server/demo/demo-sign-ins.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { copyDataDir, databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { makeStaff, openStaffBrowser, staffSession } from '#test/staff.ts'
import { beginSetup } from './begin-setup.ts'

databaseTest('emptying the demo shop', (prepared, engine) => {
  let dataDir = ''
  let own: Connection | undefined
  const connection = () => own ?? prepared()
  // A backup copies the embedded engine from its directory.
  beforeAll(async () => {
    if (engine === 'postgres') return
    dataDir = await copyDataDir()
    own = await openDatabase({ databaseUrl: undefined, dataDir, durable: false, mode: 'serve' })
  })
  const suite = appForSuite(connection, () => (dataDir === '' ? ({} as Record<string, string>) : { DATA_DIR: dataDir }))
  afterAll(async () => {
    await own?.close()
    if (dataDir !== '') await rm(dataDir, { recursive: true })
  })
  const count = async (table: string) => (await connection().pool.query(`select from ${table}`)).rowCount

  it('is refused for any other shop', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    const refused = (await owner.post('/admin/setup/empty', { shop_name: 'Salonfront' })).json()
    expect(refused).toMatchObject({ status: 409, code: 'not_a_demo_shop' })
    expect((await owner.get('/admin/setup.json')).json().is_demo).toBe(false)
  })

  it('needs the name of the shop, keeps the owner and the audit log, and makes a backup first', async () => {
    const { db, pool } = connection()
    const { config, settings } = suite().services
    const { id, email } = await makeStaff(db, 'owner')
    await makeStaff(db, 'clerk')
    const owner = browserOf(suite)
    owner.jar.set('staff', await staffSession(db, id))
    await pool.query(`insert into terms (text, published_by) values ('Demo terms', 'demo')`)
    await makeCategory(db)
    await makeUser(db)
    const product = await makeProduct(db, { stock: 3 })
    const visitor = browserOf(suite)
    await visitor.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    expect((await visitor.post('/checkout/confirm', pickupForm)).statusCode).toBe(201)
    await inTransaction(db, (trx) => storeSetting(trx, 'shop_name', 'Try Me'))
    await settings.reload()
    const signIn = { password: 'a', description: 'b' }
    await writeSignIns(config.dataDir, [
      { email, ...signIn },
      { email: 'clerk@example.com', ...signIn },
    ])

    const wrong = (await owner.post('/admin/setup/empty', { shop_name: 'try me' })).json()
    expect(wrong).toMatchObject({ code: 'shop_name_differs', errors: { shop_name: expect.any(String) } })
    expect(await count('orders')).toBe(1)
    const entries = await count('audit_entries')
    const emptied = await owner.post('/admin/setup/empty', { shop_name: 'Try Me' })
    expect(emptied.statusCode, emptied.body).toBe(200)
    expect(existsSync(join(config.dataDir, emptied.json().backup))).toBe(true)

    for (const table of ['orders', 'products', 'categories', 'users', 'carts', 'stock_movements', 'terms', 'payments'])
      expect([table, await count(table)]).toEqual([table, 0])
    expect(await count('shipping_zones')).toBeGreaterThan(0)
    expect(await count('audit_entries')).toBeGreaterThan(entries ?? 0)
    expect((await owner.get('/admin/me.json')).json().email).toBe(email)
    expect((await pool.query('select email from staff')).rows).toEqual([{ email }])
    expect(settings.get('shop_name')).toBe('Salonfront')
    expect(settings.get('open_to_visitors')).toBe(false)
    expect((await readSignIns(config.dataDir)).map((kept) => kept.email)).toEqual([email])
    expect((await verifyShop(db, config.dataDir)).findings).toEqual([])

    // It works as a new shop, and a later start neither fills nor closes it again.
    await inTransaction(db, beginSetup)
    const setup = (await owner.get('/admin/setup.json')).json()
    expect(setup).toMatchObject({ is_open: false, is_demo: false })
    expect((await owner.post('/admin/setup/empty', { shop_name: 'Salonfront' })).json().code).toBe('not_a_demo_shop')
    const added = await makeProduct(db)
    await inTransaction(db, (trx) => storeSetting(trx, 'open_to_visitors', 'on'))
    await settings.reload()
    await visitor.post('/shopping-cart/product/add', { id: added.id, quantity: 1 })
    const order = await visitor.post('/checkout/confirm', pickupForm)
    // Numbers go on, because the audit log has entries about the earlier ones.
    expect(order.json().id).toBe(100_002)
  })

  it('is refused while other processes keep data in memory', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    suite().services.config.role = 'web'
    const refused = (await owner.post('/admin/setup/empty', { shop_name: 'Salonfront' })).json()
    suite().services.config.role = undefined
    expect(refused).toMatchObject({ status: 409, code: 'several_processes' })
  })
})
