import { expect, it } from 'vitest'
import { hashPassword } from '#server/identity/credentials/password.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'

const PASSWORD = 'orchid lamp 48'

databaseTest('a login request without a return page', (connection) => {
  const suite = appForSuite(connection, { PUBLIC_URL: 'https://shop.example' })
  const readLocation = async (referer: string | undefined, url = '/login') =>
    (await suite().app.inject({ url, headers: { accept: 'text/html', ...(referer && { referer }) } })).headers.location

  it.each([
    ['https://shop.example/packages/1', '/packages/1'],
    ['https://shop.example/packages?q=a%26b&page=2', '/packages?q=a%26b&page=2'],
    ['https://shop.example/checkout/cart', '/checkout/cart'],
    ['https://shop.example/account/orders/100001', '/account/orders/100001'],
  ])('from %s returns there', async (referer, next) => {
    const location = new URL((await readLocation(referer)) ?? '', 'https://shop.example')
    expect([location.pathname, location.searchParams.get('next')]).toEqual(['/login', next])
  })

  it.each([
    undefined,
    'not a url',
    'https://elsewhere.example/packages/1',
    'http://shop.example/packages/1',
    'https://shop.example.elsewhere.example/packages/1',
    'https://shop.example//elsewhere.example/packages',
    'https://shop.example/',
    'https://shop.example/login?next=/account',
    'https://shop.example/register',
    'https://shop.example/password/reset/a-token',
    'https://shop.example/email/undo/a-token',
    'https://shop.example/orders/100001?key=a-signature',
  ])('from %s gets the unchanged page', async (referer) => {
    expect(await readLocation(referer)).toBeUndefined()
  })

  it('does not replace the return page of the request itself', async () => {
    expect(await readLocation('https://shop.example/packages/1', '/login?next=/account')).toBeUndefined()
  })

  it.each([
    ['https://shop.example/login?next=/faqs', 'https://shop.example/faqs'],
    ['https://shop.example/login?next=/account/orders%3Foffset=20', 'https://shop.example/account/orders?offset=20'],
    ['https://shop.example/login?next=//elsewhere.example/', 'https://shop.example/'],
    ['https://shop.example/login', 'https://shop.example/'],
    ['https://shop.example/packages?next=/faqs', '/'],
    ['https://elsewhere.example/login?next=/faqs', '/'],
    [undefined, '/'],
  ])('follows the return page of a form at %s that is submitted without scripts', async (referer, target) => {
    const { id, email } = await makeUser(connection().db)
    const password_hash = await hashPassword(PASSWORD)
    await connection().db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    const headers = { accept: 'text/html', ...(referer && { referer }) }
    const response = await browserOf(suite).post('/login', { email, password: PASSWORD }, '127.0.0.1', headers)
    expect([response.statusCode, response.headers.location]).toEqual([303, target])
  })
})
