import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licenseMessages } from '#contract/customers/license-messages.ts'
import { dayStart, shopDayOf } from '#domain/calendar/month.ts'
import { sweepFiles } from '#server/content/uploads/sweep-files.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { registrationForm } from '#test/member-forms.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { processLicenses } from './license.jobs.ts'
import { licenseBlockMessages } from './license-block.ts'

const PASSWORD = 'orchid lamp 48'
const DAY_MS = 86_400_000
const dayFromNow = (days: number) =>
  new Date(Date.parse(shopDayOf(Date.now())) + days * DAY_MS).toISOString().slice(0, 10)
const pdf = () => new File(['%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'], 'My license.pdf')

databaseTest('the license lifecycle', (connection, engine) => {
  const suite = appForSuite(connection)
  let memberCount = 0
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const member = async (number = `L-${++memberCount}`) => {
    const email = `life${++memberCount}@example.com`
    const browser = browserOf(suite)
    const form = { ...registrationForm(email, PASSWORD), cosmetology_id: number }
    expect((await browser.post('/register', form)).statusCode).toBe(201)
    expect((await browser.post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    browser.reload()
    const [{ id }] = await query('select id from users where email = $1', [email])
    const send = (fields: Record<string, string>, file?: File) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ license_state: 'NJ', cosmetology_id: number, ...fields }))
        form.set(name, value)
      if (file) form.set('evidence', file)
      return browser.postForm('/account/license/save', form)
    }
    return { ...browser, id: id as number, email, send }
  }
  const staff = async (role: 'clerk' | 'manager' = 'manager') => {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id, true))
    return browser
  }
  const decide = async (browser: ReturnType<typeof browserOf>, id: number, body: object) => {
    const { version } = (await browser.get(`/admin/members/${id}.json`)).json()
    return browser.post(`/admin/members/${id}/license`, { expected_version: version, ...body })
  }
  const listMails = async (id: number) =>
    (
      await query(`select data->>'mail' as mail from pgboss.job where data->>'user_id' = $1 order by created_on, 1`, [
        String(id),
      ])
    )
      .map(({ mail }) => mail)
      .filter((mail) => mail.startsWith('license_'))
  const setRule = async (rule: string) => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'license_for_orders', rule))
    await suite().services.settings.reload()
  }
  const processAt = (time: number) => processLicenses(suite().services, time)

  it('stores a file that only its owner and staff can open', async () => {
    const [ana, other, clerk] = [await member(), await member(), await staff('clerk')]
    const sent = await ana.send({ license_type: 'barber', expires_on: dayFromNow(90) }, pdf())
    expect(sent.json()).toMatchObject({
      type: 'barber',
      expires_on: dayFromNow(90),
      evidence: { name: 'My license.pdf' },
    })
    const [{ file_name: file }] = await query('select file_name from license_files where user_id = $1', [ana.id])
    const open = (browser: typeof clerk, path: string) => browser.get(path).then(({ statusCode }) => statusCode)
    const ownFile = await ana.get('/account/license/file')
    expect([
      ownFile.statusCode,
      ownFile.headers['content-type'],
      ownFile.headers['x-content-type-options'],
      ownFile.body.slice(0, 5),
    ]).toEqual([200, 'application/pdf', 'nosniff', '%PDF-'])
    expect(await open(clerk, `/admin/members/${ana.id}/license/file`)).toBe(200)
    const nobody = browserOf(suite)
    expect(await open(nobody, `/admin/members/${ana.id}/license/file`)).toBe(401)
    expect(await open(nobody, '/account/license/file')).toBe(401)
    expect(await open(other, '/account/license/file')).toBe(404)
    for (const browser of [nobody, other, ana]) expect(await open(browser, `/uploads/${file}`)).toBe(404)

    const refused = await ana.send({}, new File(['name,number\n'], 'license.csv'))
    expect([refused.statusCode, refused.json().errors]).toMatchObject([415, { evidence: expect.any(String) }])
    const photo = await ana.send({}, new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'x'.repeat(500)], 'license.heic'))
    expect([photo.statusCode, photo.json().errors]).toMatchObject([415, { evidence: expect.stringContaining('HEIC') }])
    // A new file replaces the first; the sweep keeps the files in use.
    await ana.send({}, pdf())
    await query(`update stored_files set stored_at = now() - interval '2 days'`)
    const { dataDir } = suite().services.config
    await sweepFiles(connection().db, diskStore(dataDir))
    const [{ file_name: second }] = await query('select file_name from license_files where user_id = $1', [ana.id])
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([second])
    expect(await verifyAfterDamage(connection(), dataDir, `update license_files set file_name = 'gone.pdf'`)).toEqual([
      expect.stringMatching(/the file gone\.pdf of a license is not there/),
    ])
  })

  it('keeps the current license during a renewal, and staff decide on the version they reviewed', async () => {
    const [ana, manager] = [await member(), await staff()]
    expect((await decide(manager, ana.id, { decision: 'approved' })).json()).toMatchObject({
      code: 'expiration_required',
      errors: { expires_on: expect.any(String) },
    })
    expect((await decide(manager, ana.id, { decision: 'approved', expires_on: dayFromNow(-1) })).json()).toMatchObject({
      code: 'expiration_in_past',
      errors: { expires_on: expect.any(String) },
    })
    await decide(manager, ana.id, { decision: 'approved', expires_on: dayFromNow(20), license_type: 'cosmetologist' })
    expect((await ana.send({ expires_on: dayFromNow(-1) })).json().errors).toEqual({
      expires_on: licenseMessages.lastDayOver,
    })
    const { version: reviewedVersion } = (await manager.get(`/admin/members/${ana.id}.json`)).json()
    expect((await ana.send({ expires_on: dayFromNow(750) }, pdf())).json()).toMatchObject({
      status: 'approved',
      expires_on: dayFromNow(20),
      renewal: { status: 'submitted', expires_on: dayFromNow(750) },
    })
    const staleDecision = await manager.post(`/admin/members/${ana.id}/license`, {
      decision: 'refused',
      reason: 'x',
      expected_version: reviewedVersion,
    })
    expect(staleDecision.json()).toMatchObject({ status: 409, code: 'stale', current: { id: ana.id } })
    const listPending = async () =>
      (await manager.get('/admin/members.json?only=license')).json().data.map(({ id }: { id: number }) => id)
    expect(await listPending()).toEqual([ana.id])

    await decide(manager, ana.id, { decision: 'refused', reason: 'It is not readable.' })
    expect((await ana.get('/account/license.json')).json()).toMatchObject({
      status: 'approved',
      expires_on: dayFromNow(20),
      days_to_renew: 20,
      renewal: { status: 'refused', reason: 'It is not readable.' },
    })
    await ana.send({ expires_on: dayFromNow(750) }, pdf())
    expect((await decide(manager, ana.id, { decision: 'approved' })).json().license).toMatchObject({
      status: 'approved',
      type: 'cosmetologist',
      expires_on: dayFromNow(750),
      evidence: { name: 'My license.pdf' },
      renewal: null,
    })
    expect(await listPending()).toEqual([])
    expect(await listMails(ana.id)).toEqual(['license_approved', 'license_renewal_refused', 'license_approved'])
  })

  it('does not refuse a missing license, and mails every approval, including one through the status “active”', async () => {
    const manager = await staff()
    const { id } = await makeUser(connection().db)
    await query(`update users set cosmetology_id = '' where id = $1`, [id])
    const withoutLicense = await decide(manager, id, { decision: 'refused', reason: 'None.' })
    expect([withoutLicense.json().code, await listMails(id)]).toEqual(['no_license', []])
    const ana = await member()
    await query(`update users set status = 'pending' where id = $1`, [ana.id])
    for (let turn = 0; turn < 2; turn++) {
      const { version } = (await manager.get(`/admin/members/${ana.id}.json`)).json()
      await manager.post(`/admin/members/${ana.id}/change`, {
        status: 'active',
        expected_version: version,
        reason: 'By phone',
      })
    }
    expect(await listMails(ana.id)).toEqual(['license_approved'])
  })

  it('sends one reminder per step, however often and concurrently the job runs', async () => {
    const ana = await member()
    const expiresOn = dayFromNow(60)
    await query(
      `update users set license_approved_at = now() - interval '1 year', license_expires_on = $2::date where id = $1`,
      [ana.id, expiresOn],
    )
    const timeBefore = (daysBefore: number, hour = 12) => dayStart(dayFromNow(60 - daysBefore)) + hour * 3_600_000
    const sent = async () => (await listMails(ana.id)).length
    await processAt(timeBefore(61))
    await processAt(timeBefore(60, 3))
    expect(await sent()).toBe(0)
    for (const [daysBefore, mails] of [
      [60, 1],
      [45, 1],
      [30, 2],
      [8, 2],
      [6, 3],
      [0, 3],
    ] as const) {
      if (engine === 'postgres') await Promise.all(Array.from({ length: 4 }, () => processAt(timeBefore(daysBefore))))
      await processAt(timeBefore(daysBefore))
      await processAt(timeBefore(daysBefore))
      expect([daysBefore, await sent()]).toEqual([daysBefore, mails])
    }
    await query('delete from license_reminders')
    // A pending renewal stops reminders, since its owner has acted.
    await ana.send({ expires_on: dayFromNow(800) })
    await processAt(timeBefore(30))
    expect(await sent()).toBe(3)
  })

  it('lets a license buy on its expiration day but not on the next; the account keeps its status', async () => {
    const { db } = connection()
    const [ana, manager] = [await member(), await staff()]
    const product = await makeProduct(db)
    const order = async () => {
      await ana.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
      const { order_block_reason } = (await ana.get('/cart.json')).json()
      const placement = await ana.post('/checkout/confirm', pickupForm)
      return [order_block_reason, placement.statusCode, placement.json().detail]
    }
    const staffOrder = {
      customer: { kind: 'member', user_id: ana.id },
      lines: [{ product_id: product.id, quantity: 1 }],
      payment_type: 'check',
      type: 'P',
    }
    const readState = () =>
      query(
        `select status, license_approved_at, (select json_agg(s) from sponsorships s where member_id = users.id) as line,
           (select json_agg(s) from member_statuses s where member_id = users.id) as statuses from users where id = $1`,
        [ana.id],
      )
    await decide(manager, ana.id, { decision: 'approved', expires_on: dayFromNow(0) })
    expect(await order()).toEqual([null, 201, undefined])
    const before = await readState()

    await query('update users set license_expires_on = $2::date where id = $1', [ana.id, dayFromNow(-1)])
    const blocked = [licenseBlockMessages.license_expired, 409, licenseBlockMessages.license_expired]
    expect(await order()).toEqual(blocked)
    const placeStaffOrder = (rule: number) =>
      manager.post('/admin/orders/place', { ...staffOrder, comments: String(rule) })
    expect((await placeStaffOrder(1)).json()).toMatchObject({
      status: 409,
      errors: { 'customer.user_id': expect.any(String) },
    })
    const quote = { lines: staffOrder.lines, type: 'P', user_id: ana.id }
    expect((await manager.post('/admin/orders/quote', quote)).json().license_block_reason).toMatch(/has expired/)
    expect((await manager.get(`/admin/members/search.json?q=${ana.email}`)).json().members).toMatchObject([
      { license_block_reason: expect.stringMatching(/has expired/) },
    ])
    expect((await ana.get('/account/license.json')).json()).toMatchObject({
      status: 'expired',
      order_block_reason: licenseBlockMessages.license_expired,
    })

    // Two concurrent runs mark and mail each license once.
    const marked = await Promise.all([processAt(Date.now()), processAt(Date.now())])
    expect(marked.reduce((sum, { expired }) => sum + expired, 0)).toBe(1)
    expect((await listMails(ana.id)).filter((mail) => mail === 'license_expired')).toHaveLength(1)
    expect(await readState()).toEqual(before)

    await setRule('none')
    expect((await order())[1]).toBe(201)
    await setRule('approved')
    const unapproved = await member()
    await unapproved.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    expect((await unapproved.post('/checkout/confirm', pickupForm)).json().detail).toBe(
      licenseBlockMessages.license_not_approved,
    )
    const guest = browserOf(suite)
    guest.jar.set('cart', await fillCart(db, [{ id: product.id }]))
    expect((await guest.get('/cart.json')).json().order_block_reason).toBe(licenseBlockMessages.account_needed)
    expect((await guest.post('/checkout/confirm', pickupForm)).json().detail).toBe(licenseBlockMessages.account_needed)
    await setRule('not_expired')

    expect((await ana.send({ expires_on: dayFromNow(400) })).json()).toMatchObject({ status: 'expired' })
    await decide(manager, ana.id, { decision: 'approved' })
    expect((await order())[1]).toBe(201)
    const { dataDir } = suite().services.config
    expect((await verifyShop(db, dataDir)).findings).toEqual([])
    const found = await verifyAfterDamage(
      connection(),
      dataDir,
      `update users set license_expired_at = now() where id = ${ana.id}`,
    )
    expect(found).toEqual([expect.stringMatching(/marked as expired, but is valid until/)])
    const unmarked = `update users set license_approved_at = '2019-01-01', license_expires_on = '2020-01-01' where id = ${ana.id};
      update users set license_expires_on = '2020-01-02', license_expired_at = now() where id = ${unapproved.id}`
    expect(await verifyAfterDamage(connection(), dataDir, unmarked)).toEqual([
      expect.stringMatching(/expired on 2020-01-01 and is not marked/),
    ])
  })

  it('lists licenses by day, page by page, and the dashboard shows the same count', async () => {
    const manager = await staff()
    await query(`update users set license_expires_on = null, license_expired_at = null`)
    const users: number[] = []
    for (let n = 0; n < 52; n++) users.push((await makeUser(connection().db)).id)
    await query(
      `update users set cosmetology_id = 'Q-' || id, license_state = 'NJ', license_approved_at = now(),
         license_expires_on = $2::date + (id % 7) where id = any($1)`,
      [users, dayFromNow(54)],
    )
    const list = async (only: string) => {
      const ids: number[] = []
      let next: number | null = null
      do {
        const response = await manager.get(`/admin/members.json?only=${only}${next === null ? '' : `&after=${next}`}`)
        ids.push(...response.json().data.map(({ id }: { id: number }) => id))
        next = response.json().next
      } while (next !== null)
      return ids
    }
    const count = async (kind: string) =>
      (await manager.get('/admin/dashboard.json')).json().waiting.find((each: { kind: string }) => each.kind === kind)
        .count
    const idsByDay = users.toSorted((a, b) => (a % 7) - (b % 7) || a - b)
    expect(await list('license_expiring')).toEqual(idsByDay)
    expect(await count('licenses_expiring')).toBe(52)
    await query('update users set license_expires_on = $2::date + (id % 7) where id = any($1)', [users, dayFromNow(-7)])
    expect(await list('license_expired')).toEqual(idsByDay.toReversed())
    expect([await count('licenses_expired'), await count('licenses_expiring')]).toEqual([52, 0])
  })
})
