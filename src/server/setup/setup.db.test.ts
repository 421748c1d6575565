import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSetupLink } from '#server/identity/staff/setup-link.ts'
import { readMailServer } from '#server/mail/server/mail-server.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { type Browser, browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { beginSetup } from './begin-setup.ts'

const PASSWORD = 'violet lamp 48'

databaseTest('a store without any data', (connection) => {
  const suite = appForSuite(connection)
  const inTrx = <Value>(work: Parameters<typeof inTransaction<Value>>[1]) => inTransaction(connection().db, work)
  const { settings } = { settings: () => suite().services.settings }
  const openToken = async () => (await inTrx((trx) => makeSetupLink(trx, '')))?.split('/').at(-1)
  const page = { accept: 'text/html' }
  let owner: Browser

  beforeAll(async () => {
    await inTrx(beginSetup)
    await settings().reload()
  })

  it('shows visitors that it opens soon, and refuses their calls', async () => {
    const visitor = browserOf(suite)
    const home = await visitor.inject({ url: '/', headers: page })
    expect(home.statusCode).toBe(503)
    expect(home.headers).toMatchObject({ 'retry-after': '86400', 'x-robots-tag': 'noindex' })
    for (const response of [
      await visitor.get('/packages.json'),
      await visitor.post('/checkout/confirm', {}),
      await visitor.post('/register', {}),
    ]) {
      expect(response.json()).toMatchObject({ status: 503, code: 'shop_not_open' })
    }
    expect((await visitor.get('/healthz')).statusCode).toBe(200)
    expect((await visitor.get('/admin/me.json')).json().code).toBe('not_signed_in')
  })

  it('is set up by the latest printed link, which works once', async () => {
    const first = await openToken()
    const token = await openToken()
    const browser = browserOf(suite)
    const open = async (token: string | undefined) => (await browser.post('/admin/setup/open', { token })).json()
    expect(await open(first)).toMatchObject({ status: 422, code: 'setup_link_expired' })
    expect(await open(token)).toEqual({})
    await connection().pool.query(`update setup_links set expires_at = now() - interval '1 minute'`)
    expect(await open(token)).toMatchObject({ code: 'setup_link_expired' })

    const latest = await openToken()
    const account = { token: latest, email: 'Owner@Shop.example', name: 'Ada' }
    expect((await browser.post('/admin/setup/owner', { ...account, email: 'nobody' })).json().errors).toHaveProperty(
      'email',
    )
    const { path } = (await browser.post('/admin/setup/owner', account)).json()
    expect((await browser.post('/admin/setup/owner', account)).json().code).toBe('setup_link_expired')

    // The next start prints a new link for an owner who stopped before the password.
    const again = { ...account, token: await openToken() }
    const { path: passwordPath } = (await browser.post('/admin/setup/owner', again)).json()
    expect(passwordPath).not.toBe(path)
    const passwordToken = passwordPath.split('/').at(-1)
    const { set_up } = (await browser.post('/admin/set-password/open', { token: passwordToken })).json()
    const form = { token: passwordToken, password: PASSWORD, confirmation: PASSWORD }
    expect((await browser.post('/admin/set-password/save', form)).json().code).toBe('code_required')
    const code = new TOTP({ secret: set_up.secret }).generate()
    expect((await browser.post('/admin/set-password/save', { ...form, code })).json()).toMatchObject({
      signed_in: true,
    })
    expect((await browser.get('/admin/me.json')).json()).toMatchObject({ email: 'owner@shop.example', role: 'owner' })
    browser.reload()
    owner = browser
  })

  it('prints no link once an owner can sign in', async () => {
    expect(await openToken()).toBeUndefined()
  })

  it('is visible to its staff, with its steps', async () => {
    expect((await owner.get('/packages.json')).statusCode).toBe(200)
    const { steps, is_open } = (await owner.get('/admin/setup.json')).json()
    expect(is_open).toBe(false)
    expect(steps).toContainEqual({ step: 'open', done: false })
    expect(steps).toContainEqual({ step: 'test_order', done: false })
    await inTrx(async (trx) => storeSetting(trx, 'shop_name', 'Lily & Co'))
    expect((await owner.get('/admin/setup.json')).json().steps).toContainEqual({ step: 'name', done: true })
  })

  it('stays closed at the next start, and opens by its setting', async () => {
    await inTrx(beginSetup)
    const { data } = (await owner.get('/admin/settings.json')).json()
    const { value, version } = data.find(({ key }: { key: string }) => key === 'open_to_visitors')
    expect(value).toBe('off')
    const change = { value: 'on', expected_version: version, reason: '' }
    expect((await owner.post('/admin/settings/open_to_visitors/change', change)).statusCode).toBe(200)
    expect((await browserOf(suite).get('/packages.json')).statusCode).toBe(200)
    await inTrx(beginSetup)
    await settings().reload()
    expect(settings().get('open_to_visitors')).toBe(true)
    expect((await owner.get('/admin/setup.json')).json().steps).not.toContainEqual(
      expect.objectContaining({ step: 'open' }),
    )
  })
})

databaseTest('a store with data', (connection) => {
  it('stays open without a setup', async () => {
    await makeProduct(connection().db)
    await inTransaction(connection().db, beginSetup)
    expect((await connection().pool.query('select from settings')).rowCount).toBe(0)
  })
})

databaseTest('a test order', (connection) => {
  const suite = appForSuite(connection, { SHOP_PICKUP_STATE: 'NJ', SHOP_SHOP_ZIP: '07631' })
  const everything = async () => {
    const { rows } = await connection().pool.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname !~ '^(audit_|attempts|staff_sessions)' order by 1`,
    )
    const tables = rows.map(
      ({ name }) => `(select string_agg(t::text, ',' order by ctid) from "${name}" t) as "${name}"`,
    )
    return (await connection().pool.query(`select ${tables.join(', ')}`)).rows[0]
  }

  it('is refused without a product in stock', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    expect((await owner.post('/admin/setup/test-order', {})).json()).toMatchObject({
      status: 409,
      code: 'no_product_to_order',
    })
    await makeProduct(connection().db, { stock: 0 })
    expect((await owner.post('/admin/setup/test-order', {})).json().code).toBe('no_product_to_order')
  })

  it('shows its receipt, its stock and its email, and leaves only an entry in the audit log', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    const product = await makeProduct(connection().db, { name: 'Steam Brush', priceCents: 2000, stock: 3 })
    await connection().pool.query(
      `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
       values ('NJ', '', 6625, true, false, '2020-01-01')`,
    )
    const before = await everything()
    const jobs = async () => (await connection().pool.query('select from pgboss.job')).rowCount
    const queued = await jobs()
    const response = await owner.post('/admin/setup/test-order', {})
    expect(response.json()).toMatchObject({
      order: {
        type: 'D',
        sub_total: 20,
        tax: 1.33,
        balance: 0,
        fulfillment_state: 'shipped',
        products: [{ name: 'Steam Brush' }],
      },
      stock: { before: 3, after: 2 },
      mail: { subject: expect.stringContaining('order'), text: expect.stringContaining('Steam Brush') },
    })
    expect(await everything()).toEqual(before)
    expect(await jobs()).toBe(queued)
    expect((await owner.get('/admin/setup.json')).statusCode).toBe(200)
    const { rows } = await connection().pool.query(`select action from audit_entries where subject_id = 'setup'`)
    expect(rows).toEqual([{ action: 'setup.test_order_placed' }])
    const visitor = browserOf(suite)
    await visitor.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    expect((await visitor.post('/checkout/confirm', pickupForm)).json().id, 'no number is used up').toBe(100_001)
  })
})

databaseTest('the mail server', (connection) => {
  const suite = appForSuite(connection)
  const received: string[] = []
  let refusesPassword = false
  let server: Server
  let port = 0

  beforeAll(async () => {
    server = createServer((socket) => {
      let isData = false
      socket.write('220 mail.test\r\n')
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        const text = String(chunk)
        received.push(text)
        if (isData) {
          if (!text.endsWith('\r\n.\r\n')) return
          isData = false
          socket.write('250 queued\r\n')
        } else if (text.startsWith('EHLO')) socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
        else if (text.startsWith('AUTH'))
          socket.write(refusesPassword ? '535 5.7.8 Bad password, ask admin@mail.test\r\n' : '235 ok\r\n')
        else if (text.startsWith('DATA')) {
          isData = true
          socket.write('354 go\r\n')
        } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  afterAll(() => void server.close())

  const save = async (owner: Browser, overrides: object = {}) => {
    const { version } = (await owner.get('/admin/settings/mail-server.json')).json()
    const fields = { host: '127.0.0.1', port, encryption: 'none', user_name: 'shop', password: 'sesame 12' }
    return owner.post('/admin/settings/mail-server/save', { ...fields, expected_version: version, ...overrides })
  }
  const test = async (owner: Browser) =>
    owner.post('/admin/settings/mail-server/test', { to: 'someone@elsewhere.example' })

  it('is stored with a sealed password that no call returns and no entry names', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    expect((await save(owner)).json()).toMatchObject({
      environment: null,
      server: { host: '127.0.0.1', port, user_name: 'shop', has_password: true },
    })
    const { rows } = await connection().pool.query(
      `select mail_servers::text || (select string_agg(payload::text, ' ') from audit_payloads) as stored from mail_servers`,
    )
    expect(rows[0].stored).not.toContain('sesame')
    expect(rows[0].stored).not.toContain(Buffer.from('sesame 12').toString('hex'))
    expect(await readMailServer(connection().db, suite().services.config)).toMatchObject({ password: 'sesame 12' })
    // Other fields change without entering the password again.
    await save(owner, { user_name: 'store', password: '' })
    expect(await readMailServer(connection().db, suite().services.config)).toMatchObject({
      userName: 'store',
      password: 'sesame 12',
    })
    expect((await save(owner, { expected_version: 'older' })).json()).toMatchObject({ status: 409, code: 'stale' })
  })

  it('sends a test email, and shows its own words when it refuses', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    await save(owner)
    expect((await test(owner)).json()).toEqual({ is_sent: true })
    expect(received.join('')).toContain('someone@elsewhere.example')
    refusesPassword = true
    const refused = (await test(owner)).json()
    expect(refused).toMatchObject({ status: 422, code: 'test_mail_refused' })
    expect(refused.detail).toContain('535 5.7.8 Bad password')
    expect(JSON.stringify(refused)).not.toContain('sesame')
  })

  it('still opens its password after the secret of the store has changed', async () => {
    const { db } = connection()
    const { secret } = suite().services.config
    const renewed = { secret: `new ${secret}`, secretPrevious: secret }
    expect(await readMailServer(db, renewed)).toMatchObject({ password: 'sesame 12' })
    expect(await readMailServer(db, { ...renewed, secretPrevious: undefined })).toMatchObject({ password: 'sesame 12' })
  })
})

databaseTest('shipping rates from a template', (connection) => {
  const suite = appForSuite(connection)
  it('replace all zones, unless someone else changed them', async () => {
    const owner = await openStaffBrowser(suite, 'owner')
    const { version } = (await owner.get('/admin/settings/shipping.json')).json()
    const apply = (body: object) => owner.post('/admin/settings/shipping/template', body)
    const flat = (await apply({ template: 'flat', price: 9.5, expected_version: version })).json()
    expect(flat.zones).toEqual([
      {
        code: 'everywhere',
        name: 'Everywhere',
        prefixes: [...'0123456789'],
        rates: [{ method: 'ground', base: 9.5, per_pound: 0 }],
      },
    ])
    expect((await apply({ template: 'distance', zip: '94103', expected_version: version })).json().code).toBe('stale')
    await connection().pool.query(`delete from shipping_methods where code = 'air'`)
    const { version: latest } = (await owner.get('/admin/settings/shipping.json')).json()
    const distance = (await apply({ template: 'distance', zip: '94103', expected_version: latest })).json()
    expect(distance.zones).toHaveLength(5)
    expect(distance.methods).toContainEqual({ code: 'air', label: expect.any(String) })
  })
})
