import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { recordRoutes } from '#test/recorded-routes.ts'

const routes = recordRoutes()
const ADD = '/shopping-cart/product/add'

databaseTest('anti-forgery protection', (connection) => {
  const suite = appForSuite(connection)
  const count = async (table: string) =>
    (await connection().pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

  it('accepts changes only from our own pages', async () => {
    const { id } = await makeProduct(connection().db)
    const visitor = suite().visitor()
    const other = suite().visitor()
    const before = await count('cart_line_items')
    const attempts: Record<string, string | undefined>[] = [
      { cookie: visitor.cookie },
      { 'x-csrf-token': visitor['x-csrf-token'] },
      { cookie: visitor.cookie, 'x-csrf-token': other['x-csrf-token'] },
      { cookie: visitor.cookie.replace(/.$/, ''), 'x-csrf-token': visitor['x-csrf-token'] },
      { ...visitor, origin: 'https://elsewhere.example' },
      { ...visitor, 'sec-fetch-site': 'cross-site' },
      { ...visitor, origin: 'null' },
    ]
    for (const headers of attempts) {
      const { json, headers: responseHeaders } = await suite().app.inject({
        method: 'POST',
        url: ADD,
        payload: { id, quantity: 1 },
        headers,
      })
      expect(json()).toMatchObject({ status: 403, code: 'page_expired' })
      expect(responseHeaders['content-type']).toMatch(/^application\/problem\+json/)
    }
    expect(await count('cart_line_items')).toBe(before)
  })

  it('guards every state-changing call except those that declare a reason', async () => {
    const stateChanging = [...routes.values()].filter(({ name }) => !name.startsWith('GET '))
    const unguarded: string[] = []
    for (const { name } of stateChanging) {
      const [method, path = ''] = name.split(' ')
      const url = path.replaceAll(/:\w+/g, '1')
      const { statusCode, body } = await suite().app.inject({ method: method as 'POST', url, payload: {} })
      if (!(statusCode === 403 && body.includes('This page has expired'))) unguarded.push(name)
    }
    expect(stateChanging.length).toBeGreaterThan(100)
    // Each of these must be safe without a token: a foreign page does not know any signed link.
    expect(unguarded).toEqual(['POST /newsletter/end/:token'])
  })

  it('reads the token from a plain form’s hidden field and redirects the browser to the cart', async () => {
    const { id } = await makeProduct(connection().db)
    const { cookie, 'x-csrf-token': token } = suite().visitor()
    const { statusCode, headers } = await suite().app.inject({
      method: 'POST',
      url: ADD,
      headers: { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ id: String(id), quantity: '2', _csrf: token }).toString(),
    })
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/checkout/cart')
    expect(headers['set-cookie']).toMatch(/^cart=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})
