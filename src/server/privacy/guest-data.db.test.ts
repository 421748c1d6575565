import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Guest } from '#contract/privacy/admin-calls.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { createPerson, findPersonalData, guestEmail, personEmail } from '#test/create-person.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const reason = 'Asked by letter'

/** docs/back-office §4: guests are erased by email address. */
databaseTest('a guest erased by staff', (connection) => {
  const suite = appForSuite(connection)
  let planted: Awaited<ReturnType<typeof createPerson>>
  beforeAll(async () => {
    planted = await createPerson(connection().db, suite().services.jobs, suite().services.config.dataDir)
  })
  const signInManager = async (isAuthenticated = true) => {
    const browser = browserOf(suite)
    const { id } = await makeStaff(connection().db, 'manager')
    browser.jar.set('staff', await staffSession(connection().db, id, isAuthenticated))
    return browser
  }
  const preview = async (email = guestEmail): Promise<Guest> =>
    (await (await signInManager()).post('/admin/guests/preview', { email })).json()
  const erase = async (body: object, isAuthenticated = true) => {
    const response = await (await signInManager(isAuthenticated)).post('/admin/guests/erase', {
      email: guestEmail,
      reason,
      ...body,
    })
    return { status: response.statusCode, body: response.json() }
  }

  it('is shown beforehand: orders, open business, and the data that is deleted and kept, table by table', async () => {
    const guest = await preview(guestEmail.toUpperCase())
    expect(guest).toMatchObject({
      member_id: null,
      order_count: 1,
      orders: [{ id: planted.guestOrderId, status: 'processing', payment_state: 'unpaid' }],
      open: { orders: [planted.guestOrderId], balances: [] },
    })
    const findAction = (table: string) => guest.tables.find((each) => each.table === table)
    expect(findAction('orders')).toEqual({ table: 'orders', rows: 1, action: 'anonymized' })
    expect(findAction('order_addresses')).toMatchObject({ rows: 1, action: 'anonymized' })
    expect(findAction('order_lines')).toMatchObject({ rows: 1, action: 'retained' })
    expect(findAction('users')).toBeUndefined()
    expect(guest.mails).toBeGreaterThan(0)
    expect((await preview()).version).toBe(guest.version)
    expect(
      (await (await signInManager()).post('/admin/guests/preview', { email: 'nobody@example.com' })).statusCode,
    ).toBe(404)
  })

  it('is not erased without a preview, without a proof, if the email address has an account, or with a reason that names them', async () => {
    const { version, open } = await preview()
    expect(await erase({ expected_version: version, acknowledge_open: true }, false)).toMatchObject({ status: 403 })
    expect(await erase({ expected_version: version })).toMatchObject({
      status: 409,
      body: { code: 'open_business', current: { open, version } },
    })
    expect(await erase({ expected_version: 'another', acknowledge_open: true })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { version } },
    })
    expect(
      await erase({ expected_version: version, acknowledge_open: true, reason: `As ${guestEmail} asked` }),
    ).toMatchObject({
      status: 422,
      body: { code: 'reason_names_person' },
    })
    const account = await preview(personEmail)
    expect(account).toMatchObject({ member_id: planted.userId, order_count: 0 })
    expect(await erase({ email: personEmail, expected_version: account.version })).toMatchObject({
      status: 404,
      body: { code: 'guest_not_found' },
    })
    expect(await findPersonalData(connection().db, suite().services.config.dataDir, 'wyxler')).not.toEqual([])
  })

  it('has an account: its open business needs a preview, too', async () => {
    const path = `/admin/members/${planted.userId}/erase`
    const { open, version } = (await (await signInManager()).get(`${path.replace('/erase', '')}/erasure.json`)).json()
    expect([...open.orders, ...open.balances, ...open.months]).not.toEqual([])
    const post = async (body: object) => {
      const response = await (await signInManager()).post(path, { reason, ...body })
      return { status: response.statusCode, ...response.json() }
    }
    expect(await post({ expected_version: version })).toMatchObject({
      status: 409,
      code: 'open_business',
      current: { open },
    })
    expect(await post({ acknowledge_open: true, expected_version: 'before' })).toMatchObject({
      status: 409,
      code: 'stale',
      current: { open, version },
      detail: expect.stringContaining('Check again'),
    })
    expect(await findPersonalData(connection().db, suite().services.config.dataDir, 'wyxler')).not.toEqual([])
  })

  it('is not erased after a new order until it was previewed', async () => {
    const { version } = await preview()
    const { db } = connection()
    const product = await makeProduct(db, { stock: 5 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 1 }])
    const form = { ...deliveryForm, last_name: 'Wyxler', user_email: guestEmail }
    const placed = await submit(db, suite().services.jobs, { cartOwner, form, idempotencyKey: 'once more' })
    expect(placed.ok).toBe(true)
    const refused = await erase({ expected_version: version, acknowledge_open: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale', current: { order_count: 2 } } })
  })

  it('is not named anywhere afterward, while the orders are unchanged, and a restore erases them again', async () => {
    const { db } = connection()
    const { config, files } = suite().services
    const readOrderNumbers = () =>
      sql`select id, status, total_cents, tax_cents, created_at, (select state || zip from order_addresses where order_id = id) as place
        from orders order by id`.execute(db)
    const before = await readOrderNumbers()
    const findingsBefore = await verifyShop(db, config.dataDir, undefined, undefined, files)
    const { version } = await preview()
    expect(await erase({ expected_version: version, acknowledge_open: true })).toEqual({
      status: 200,
      body: { orders: 2 },
    })
    const personalData = await findPersonalData(db, config.dataDir, 'wyxler')
    // The member's data, which this search also covers, is still there.
    expect(personalData.filter((row) => row.toLowerCase().includes('wyxler'))).toEqual([])
    expect((await readOrderNumbers()).rows).toEqual(before.rows)
    expect((await verifyShop(db, config.dataDir, undefined, undefined, files)).findings).toEqual(
      findingsBefore.findings,
    )
    const list = await readFile(config.erasedList, 'utf8')
    expect(list).toContain(`order ${planted.guestOrderId} `)
    expect(await erase({ expected_version: version, acknowledge_open: true })).toMatchObject({ status: 404 })
    const { rows } = await sql`select actor_kind, role from audit_entries where action = 'member.erased'`.execute(db)
    expect(rows).toEqual([{ actor_kind: 'staff', role: 'manager' }])
    // The member of the same shop is unchanged.
    expect((await findPersonalData(db, config.dataDir)).length).toBeGreaterThan(30)
  })
})
