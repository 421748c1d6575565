import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorStatuses } from '#contract/errors.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'

const ADD = '/shopping-cart/product/add'
const CONFIRM = '/checkout/confirm'

databaseTest('the HTTP contract', (connection) => {
  const suite = appForSuite(connection)
  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    suite().app.inject({
      method: 'POST',
      url,
      payload: payload as never,
      headers: { ...suite().visitor(), accept: 'application/json', ...headers },
    })

  describe('request bodies', () => {
    it('accept JSON, form and multipart bodies', async () => {
      const { id } = await makeProduct(connection().db)
      const multipart = `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n${id}\r\n--b\r\nContent-Disposition: form-data; name="quantity"\r\n\r\n3\r\n--b--\r\n`
      const responses = [
        await post(ADD, { id, quantity: 3 }),
        await post(ADD, `id=${id}&quantity=3`, { 'content-type': 'application/x-www-form-urlencoded' }),
        await post(ADD, multipart, { 'content-type': 'multipart/form-data; boundary=b' }),
      ]
      for (const response of responses) {
        expect(response.json()).toMatchObject({ quantity: 3, layerProduct: { quantity: 3, total: 30 } })
      }
    })

    it.each(['text/plain', 'application/xml', 'application/jsonx', 'text/html'])(
      'refuses bodies of type %s',
      async (type) => {
        const response = await post(ADD, '{"id":1,"quantity":1}', { 'content-type': type })
        expect(response.json()).toMatchObject({ status: 415, code: 'wrong_type' })
      },
    )

    it('checks bodies regardless of the spelling of their content type', async () => {
      for (const type of [
        'application/json ',
        'application/json\t;charset=utf-8',
        'APPLICATION/JSON',
        'application/json;',
        'application/json; x, text/plain',
      ]) {
        const { statusCode } = await post(ADD, '{"id":"x","quantity":-5}', { 'content-type': type })
        expect([400, 415, 422]).toContain(statusCode)
      }
    })

    it.each([
      ['JSON', 'application/json', JSON.stringify({ id: 1, note: 'x'.repeat(65_536) })],
      ['a form', 'application/x-www-form-urlencoded', `id=1&note=${'x'.repeat(65_536)}`],
      ['a form with many fields', 'application/x-www-form-urlencoded', '&a='.repeat(30_000)],
      ['a multipart form', 'multipart/form-data; boundary=b', '--b\r\n'.repeat(20_000)],
    ])('refuses bodies over 64 kB of %s', async (_, type, body) => {
      expect((await post(ADD, body, { 'content-type': type })).json()).toMatchObject({ status: 413, code: 'too_large' })
    })

    it.each([
      ['arrays', '['.repeat(30_000)],
      ['closed arrays', `{"id":${'['.repeat(21)}${']'.repeat(21)}}`],
      ['objects', '{"a":'.repeat(10_000)],
      ['arrays after a quote in a string', `{"id":"a\\"[","x":${'['.repeat(30)}${']'.repeat(30)}}`],
    ])('refuses deeply nested %s before parsing it', async (_, body) => {
      expect((await post(ADD, body, { 'content-type': 'application/json' })).statusCode).toBe(400)
    })

    it('reads form fields whose text contains brackets', async () => {
      const body = JSON.stringify({ id: 2_000_000_000, quantity: 1, note: '[{"'.repeat(1_000) })
      expect((await post(ADD, body, { 'content-type': 'application/json' })).statusCode).toBe(422)
    })

    it('refuses malformed bodies', async () => {
      const response = await post(ADD, '{"id":', { 'content-type': 'application/json' })
      expect(response.json()).toMatchObject({ status: 400, code: 'malformed' })
    })

    it('rejects a file that the call does not accept, however small it is', async () => {
      const file = '--b\r\nContent-Disposition: form-data; name="id"; filename="a"\r\n\r\nabc\r\n--b--\r\n'
      const response = await post(ADD, file, { 'content-type': 'multipart/form-data; boundary=b' })
      expect(response.json()).toMatchObject({ status: 422, code: 'invalid', detail: 'Files can’t be uploaded here.' })
    })
  })

  it('reports invalid input by field with the messages of the specification', async () => {
    const { shipping, ...rest } = deliveryForm
    const response = await post(CONFIRM, {
      ...rest,
      first_name: ' ',
      user_email: 'x',
      shipping: { ...shipping, zip: '', city: '' },
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: {
        first_name: 'First Name is required.',
        user_email: 'Email Address is invalid.',
        'shipping.city': 'City is required.',
        'shipping.zip': 'Zipcode is required.',
      },
    })
  })

  it('reports each missing field of an address that was omitted entirely', async () => {
    const { shipping: _left_out, ...rest } = deliveryForm
    const response = await post(CONFIRM, rest)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      errors: {
        'shipping.first_name': 'First Name is required.',
        'shipping.last_name': 'Last Name is required.',
        'shipping.phone_number': 'Phone Number is required.',
        'shipping.address_1': 'Address is required.',
        'shipping.city': 'City is required.',
        'shipping.state': 'State is required.',
        'shipping.zip': 'Zipcode is required.',
      },
    })
  })

  it('reports invalid input with a shop message when the call defines no message of its own', async () => {
    const message = 'The request could not be understood.'
    const response = await post('/password/reset', { password: 'a-new-password', confirmation: 'a-new-password' })
    expect([response.statusCode, response.json()]).toMatchObject([422, { detail: message, errors: { token: message } }])
    expect((await post(CONFIRM, { ...deliveryForm, shipping: 'here' })).json()).toMatchObject({
      errors: { shipping: message },
    })
  })

  it.each([0, -1, 100, 1.5, '1e1', ' ', null, true, [], {}, '0x1', 1e99])(
    'refuses a quantity of %j',
    async (quantity) => {
      const { id } = await makeProduct(connection().db)
      expect((await post(ADD, { id, quantity })).statusCode).toBe(422)
    },
  )

  it('computes every amount of an order itself, regardless of the form', async () => {
    const { id } = await makeProduct(connection().db, { priceCents: 4000 })
    const visitor = suite().visitor()
    const added = await post(ADD, { id, quantity: 1, price: 0.01 }, visitor)
    const cookie = `${visitor.cookie}; ${String(added.headers['set-cookie']).split(';', 1)[0]}`
    const forgedAmounts = {
      sub_total: 0.01,
      total: 0,
      order_total: 0,
      shipping_price: 0,
      insurance: 0,
      tax: -5,
      status: 'completed',
      id: 1,
    }
    const placed = await post(CONFIRM, { ...deliveryForm, ...forgedAmounts }, { ...visitor, cookie })
    expect(placed.statusCode).toBe(201)
    expect(placed.json()).toMatchObject({ sub_total: 40, insurance: 3.4, order_total: 50.7, status: 'processing' })
    expect(placed.headers['cache-control']).toBe('private, no-store')

    // The signed link opens the order; its number without the key, or with the key of another order, does not.
    const link = new URL(placed.json().url, 'http://x')
    const read = (url: string) => suite().app.inject({ url, headers: { accept: 'application/json' } })
    const json = link.pathname.replace(/$/, '.json')
    expect((await read(json + link.search)).json()).toMatchObject({ order_total: 50.7 })
    const refused = [
      await read(json),
      await read(`${json}?key=${'a'.repeat(43)}`),
      await read(`/orders/1.json${link.search}`),
    ]
    for (const response of refused) expect(response.statusCode).toBe(404)
    expect(new Set(refused.map(({ body }) => body)).size).toBe(1)
  })

  it('keeps card numbers and codes out of the database', async () => {
    const { id } = await makeProduct(connection().db)
    const visitor = suite().visitor()
    const added = await post(ADD, { id, quantity: 1 }, visitor)
    const cookie = `${visitor.cookie}; ${String(added.headers['set-cookie']).split(';', 1)[0]}`
    const payment = {
      payment_type: 'card',
      card_holder_name: 'Ana Reyes',
      card_type: 'Visa',
      card_number: '4539578763621486',
      expire_year: '2030',
      expire_month: '12',
      ccv: '987',
      billing_zip: '07631',
    }
    const short = await post(
      CONFIRM,
      { ...deliveryForm, payment: { ...payment, card_number: '123456789012' } },
      { ...visitor, cookie },
    )
    expect(short.json().errors).toEqual({ 'payment.card_number': 'Card Number is invalid.' })
    const refused = await post(CONFIRM, { ...deliveryForm, payment }, { ...visitor, cookie, 'idempotency-key': 'card' })
    expect(refused.json()).toMatchObject({ status: 422, code: 'card_not_offered' })
    // Card fields are dropped on an order with another payment type.
    const placed = await post(
      CONFIRM,
      { ...deliveryForm, payment: { ...payment, payment_type: 'check' } },
      { ...visitor, cookie },
    )
    expect(placed.statusCode).toBe(201)
    const { rows } = await connection().pool.query(`select table_schema || '.' || table_name as name
      from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
    for (const { name } of rows) {
      const found = await connection().pool.query(`select 1 from ${name} t where t::text like '%4539578763621486%'`)
      expect(found.rows, name).toEqual([])
    }
  })

  it('quotes shipping by ZIP and reports when a ZIP is not served', async () => {
    const quotes = (zipcode: string) => suite().app.inject({ url: `/checkout/quotes.json?zipcode=${zipcode}` })
    expect((await quotes('07631')).json()).toEqual([
      { label: 'Ground: Arrives 2-4 Days', name: 'ground', price: 6.95 },
      { label: 'Express: Arrives 1-2 Days', name: 'express', price: 14.95 },
    ])
    expect((await quotes('99501')).json()).toEqual([
      { label: 'Air parcel: Arrives 5-8 Days', name: 'air', price: 24.95 },
    ])
    for (const zipcode of ['00000', '123', 'abcde', '']) expect((await quotes(zipcode)).statusCode).toBe(422)
  })

  it('serves every state it lists', async () => {
    const zips: Record<string, string> = {
      AL: '35203',
      AK: '99501',
      AZ: '85003',
      AR: '72201',
      CA: '90012',
      CO: '80202',
      CT: '06103',
      DE: '19801',
      DC: '20001',
      FL: '33130',
      GA: '30303',
      GU: '96910',
      HI: '96813',
      ID: '83702',
      IL: '60602',
      IN: '46204',
      IA: '50309',
      KS: '66603',
      KY: '40202',
      LA: '70112',
      ME: '04101',
      MD: '21202',
      MA: '02108',
      MI: '48226',
      MN: '55401',
      MS: '39201',
      MO: '63103',
      MT: '59601',
      NE: '68102',
      NV: '89101',
      NH: '03101',
      NJ: '07102',
      NM: '87102',
      NY: '10007',
      NC: '27601',
      ND: '58501',
      OH: '43215',
      OK: '73102',
      OR: '97204',
      PA: '19107',
      PR: '00901',
      RI: '02903',
      SC: '29201',
      SD: '57501',
      TN: '37219',
      TX: '78701',
      VI: '00802',
      UT: '84111',
      VT: '05602',
      VA: '23219',
      WA: '98104',
      WV: '25301',
      WI: '53703',
      WY: '82001',
      AA: '34001',
      AE: '09001',
      AP: '96201',
    }
    const states: { code: string }[] = (await suite().app.inject({ url: '/states.json' })).json()
    expect(states.map(({ code }) => code).sort()).toEqual(Object.keys(zips).sort())
    for (const zipcode of Object.values(zips)) {
      expect(
        (await suite().app.inject({ url: `/checkout/quotes.json?zipcode=${zipcode}` })).json(),
        zipcode,
      ).not.toEqual([])
    }
  })

  it('responds with 503 while the disk is full and recovers when space is available', async () => {
    const { id } = await makeProduct(connection().db)
    const { pool } = connection()
    await pool.query(`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
    await pool.query('create trigger disk_is_full before insert on carts execute function fill_disk()')
    const { statusCode, headers, json } = await post(ADD, { id, quantity: 1 })
    await pool.query('drop function fill_disk cascade')
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    expect(json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('Please try again in a moment.'),
    })
    expect((await post(ADD, { id, quantity: 1 })).statusCode).toBe(200)
  })

  it('sends the security headers and a request ID with every response', async () => {
    for (const url of ['/cart.json', '/nowhere', '/healthz', '/readyz', '/openapi.json', '/orders/1.json']) {
      const { headers } = await suite().app.inject({ url })
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['content-security-policy']).not.toContain('unsafe-inline')
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.stringMatching(/./) })
    }
  })

  it('describes every call in OpenAPI 3.1 with the schemas that validate it', async () => {
    const document = (await suite().app.inject({ url: '/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        ADD,
        CONFIRM,
        '/cart.json',
        '/states.json',
        '/checkout/quotes.json',
        '/packages/{product_id}.json',
      ]),
    )
    const add = document.paths[ADD].post.requestBody.content['application/json'].schema
    expect(add.required).toEqual(['id', 'quantity'])
  })

  it('describes every error code, and the record that a conflict shows', async () => {
    const { components, paths } = (await suite().app.inject({ url: '/openapi.json' })).json()
    const { properties, required } = components.schemas.Problem
    expect(properties.code.enum.sort()).toEqual(Object.keys(errorStatuses).sort())
    expect(required).toContain('code')
    const { responses } = paths['/admin/settings/tax/set'].post
    const { schema } = responses['409'].content['application/problem+json']
    expect(schema.allOf).toEqual([
      { $ref: '#/components/schemas/Problem' },
      { properties: { current: responses['200'].content['application/json'].schema } },
    ])
  })

  it('lists every product for sale in the sitemap, and no other', async () => {
    const sold = await makeProduct(connection().db)
    const inactive = await makeProduct(connection().db, { active: false })
    const { body } = await suite().app.inject({ url: '/sitemap.xml' })
    expect(body).toContain(`/packages/${sold.id}</loc>`)
    expect(body).not.toContain(`/packages/${inactive.id}</loc>`)
    expect((await suite().app.inject({ url: '/robots.txt' })).body).toContain('/sitemap.xml')
  })

  it('serves metrics to this machine but not through a proxy', async () => {
    expect((await suite().app.inject({ url: '/metrics' })).body).toContain('http_request_duration_seconds')
    const proxied = await suite().app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(proxied.statusCode).toBe(404)
  })

  it('responds to any input with a status below 500', async () => {
    const calls = [ADD, '/shopping-cart/product/update', '/shopping-cart/product/remove', CONFIRM]
    const reads = ['/cart.json', '/packages.json', '/packages/', '/orders/', '/checkout/quotes.json', '/states.json']
    const visitor = suite().visitor()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.jsonValue({ maxDepth: 3 }),
        fc.boolean(),
        async (url, value, wrap) => {
          const payload = wrap
            ? { ...deliveryForm, id: value, quantity: value, shipping: value, comments: value }
            : value
          const { statusCode } = await post(url, JSON.stringify(payload), {
            ...visitor,
            'content-type': 'application/json',
          })
          expect(statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 300 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reads),
        fc.string({ unit: 'binary' }),
        fc.webQueryParameters(),
        async (path, part, query) => {
          const url = `${path}${path.endsWith('/') ? `${encodeURIComponent(part.toWellFormed())}.json` : ''}?${query}&zipcode=${encodeURIComponent(part.toWellFormed())}&q=${encodeURIComponent(part.toWellFormed())}`
          const { statusCode } = await suite().app.inject({ url, headers: { cookie: `cart=${'a'.repeat(43)}` } })
          expect(statusCode, url).toBeLessThan(500)
        },
      ),
      { numRuns: 500 },
    )
  })
})
