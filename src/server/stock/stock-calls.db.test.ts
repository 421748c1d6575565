import { expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('stock in the back office', (connection) => {
  const suite = appForSuite(connection)
  const signInAs = async (role: Role) => {
    const { id, actor } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { browser, actor }
  }

  it('is booked once, even if a clerk sends it twice, with actor and reason', async () => {
    const { id } = await makeProduct(connection().db, { name: 'Cape 100%_a' })
    const { browser, actor } = await signInAs('manager')
    const path = `/admin/stock/${id}`
    const readVersion = async () => (await browser.get(`${path}/history.json`)).json().product.version as string
    const book = async (action: string, quantity: number, expectedVersion?: string) => {
      const body = { quantity, reason: `To ${action}`, expected_version: expectedVersion ?? (await readVersion()) }
      return browser.post(`${path}/${action}`, body)
    }
    const refusal = async (action: string, quantity: number) => {
      const { status, code } = (await book(action, quantity)).json()
      return [status, code]
    }

    expect(await refusal('receive', 5)).toEqual([422, 'not_counted'])
    const counted = (await book('count', 5)).json().product
    expect(counted).toMatchObject({ product_id: id, stock: 5, available: 5 })
    expect((await book('receive', 10, counted.version)).json().product).toMatchObject({ stock: 15, low: false })
    const repeated = (await book('receive', 10, counted.version)).json()
    expect(repeated).toMatchObject({ status: 409, code: 'stale', current: { product_id: id, stock: 15 } })
    expect((await book('count', 3, counted.version)).json().code).toBe('stale')
    expect((await book('correct', -1, repeated.current.version)).json().product.stock).toBe(14)
    expect((await book('damage', 13)).json().product).toMatchObject({ stock: 1, low: true })
    expect((await book('damage', 2)).json()).toMatchObject({
      ...{ status: 422, code: 'not_enough_stock' },
      errors: { quantity: 'Only 1 on hand.' },
    })
    for (const [action, quantity, code] of [
      ['receive', 0, 'invalid'],
      ['receive', -1, 'invalid'],
      ['count', -1, 'invalid'],
      ['correct', 0, 'quantity_out_of_range'],
      ['correct', -2_000_000_000, 'invalid'],
      ['damage', 1.5, 'invalid'],
    ] as const)
      expect([action, quantity, ...(await refusal(action, quantity))]).toEqual([action, quantity, 422, code])
    expect((await browser.post(`${path}/count`, { quantity: 1, reason: 'x' })).json().errors).toHaveProperty(
      'expected_version',
    )
    const elsewhere = { quantity: 1, reason: 'x', expected_version: '0' }
    expect((await browser.post('/admin/stock/2000000000/count', elsewhere)).statusCode).toBe(404)

    const { product, movements, next } = (await browser.get(`/admin/stock/${id}/history.json`)).json()
    expect(product.stock).toBe(1)
    expect(movements.map((movement: Record<string, unknown>) => Object.values(movement).slice(2))).toHaveLength(4)
    expect(movements[0]).toMatchObject({
      number: 4,
      kind: 'damage',
      quantity: -13,
      on_hand: 1,
      order_id: null,
      reason: 'To damage',
      created_by: expect.stringContaining(actor.email),
    })
    expect(movements.at(-1)).toMatchObject({ number: 1, kind: 'count', quantity: 5, on_hand: 5 })
    expect(next).toBeNull()
    const older = (await browser.get(`/admin/stock/${id}/history.json?before=3`)).json()
    expect(older.movements.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  })

  it('is listed by name, SKU and ID, page by page, low stock first', async () => {
    const { db } = connection()
    const shelf = await makeProduct(db, { name: 'Shelf 50%_off', sku: 'SH-1', stock: 2 })
    const kit = await makeProduct(db, { name: 'Shelf kit', contents: [{ productId: shelf.id, quantity: 2 }] })
    for (let n = 0; n < 105; n++) await makeProduct(db, { name: `Many ${n}` })
    const { browser } = await signInAs('clerk')
    const list = async (query: string) => (await browser.get(`/admin/stock.json?${query}`)).json()
    const ids = ({ data }: { data: { product_id: number }[] }) => data.map(({ product_id }) => product_id)

    expect(ids(await list('search=50%25_o'))).toEqual([shelf.id])
    expect(ids(await list('search=SH-1'))).toEqual([shelf.id])
    expect((await list('search=shelf kit')).data).toMatchObject([
      {
        ...{ product_id: kit.id, stock: null, has_contents: true, available: 1, low: true },
        scarcest: { product_id: shelf.id, name: 'Shelf 50%_off', stock: 2, quantity: 2 },
      },
    ])
    await db.updateTable('products').set({ barcode: '0741360637481' }).where('id', 'in', [shelf.id, kit.id]).execute()
    expect(ids(await list('search=741360637481'))).toEqual([shelf.id, kit.id])
    const first = await list('search=many')
    expect(first.data).toHaveLength(100)
    const second = await list(`search=many&after=${first.next}`)
    expect([second.data.length, second.next]).toEqual([5, null])
    const low = await list('only=low')
    expect(ids(low).slice(0, 2)).toEqual(expect.arrayContaining([kit.id]))
    expect(low.data.every((row: { low: boolean }) => row.low)).toBe(true)
    for (let n = 0; n < 101; n++) await makeProduct(db, { name: `Nearly gone ${n}`, stock: n % 2 })
    const scarcest = await list('only=low')
    expect(scarcest.data).toHaveLength(100)
    const others = await list(`only=low&after=${scarcest.next}`)
    expect([new Set([...ids(scarcest), ...ids(others)]).size, others.next]).toEqual([low.data.length + 101, null])
    const available: number[] = [...scarcest.data, ...others.data].map(({ available }) => available)
    expect(available).toEqual([...available].sort((one, other) => one - other))
    expect((await browser.get('/admin/stock.json?after=x')).statusCode).toBe(422)
  })

  it('lists a component as due for a count after its package was written off', async () => {
    const { db, pool } = connection()
    const jar = await makeProduct(db, { name: 'Jar', stock: 4 })
    const kit = await makeProduct(db, { name: 'Jar kit', contents: [{ productId: jar.id }] })
    // Reproduces a package that had stock of its own before it had contents.
    await pool.query(
      `set session_replication_role = 'replica';
       insert into stock_movements (product_id, quantity, kind, reason, made_by)
         values (${kit.id}, 3, 'opening', 'x', 'x'), (${kit.id}, -3, 'write_off', 'x', 'x');
       set session_replication_role = 'origin'`,
    )
    const { browser } = await signInAs('manager')
    const listDue = async () =>
      (await browser.get('/admin/stock/due.json'))
        .json()
        .data.filter((row: { package_id: number }) => row.package_id === kit.id)
    expect(await listDue()).toEqual([
      {
        package_id: kit.id,
        package_name: 'Jar kit',
        written_off: 3,
        product_id: jar.id,
        product_name: 'Jar',
        stock: 4,
        version: expect.any(String),
      },
    ])
    const { version: expected_version } = (await listDue())[0]
    await browser.post(`/admin/stock/${jar.id}/count`, { quantity: 7, expected_version, reason: 'Unpacked the kits' })
    const kitCount = { quantity: 1, expected_version: '0', reason: 'x' }
    expect((await browser.post(`/admin/stock/${kit.id}/count`, kitCount)).json().code).toBe('package_with_contents')
    expect(await listDue()).toEqual([])
  })
})
